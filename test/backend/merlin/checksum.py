# args: data=uint8[64]
# schedule: unroll i 4
from pylog import *
import numpy as np


@pylog
def checksum(data):
    total = np.uint32(1)
    for i in range(64):
        total = total + data[i]
    return total % 65521
