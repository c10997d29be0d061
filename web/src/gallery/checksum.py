# CRC-32, bit by bit: each bit needs the one before it, and yet a byte may take a single cycle.
from pylog import *


@pylog
def checksum(data: "uint8[256]"):
    crc = np.uint32(0xFFFFFFFF)
    for i in range(256):
        crc = crc ^ np.uint32(data[i])
        for bit in range(8):
            low = crc & np.uint32(1)
            crc = crc >> np.uint32(1)
            if low == 1:
                crc = crc ^ np.uint32(0xEDB88320)
    return crc ^ np.uint32(0xFFFFFFFF)
