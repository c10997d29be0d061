from pylog import *
import numpy as np


@pylog
def radix(a: "int32[2048]"):
    """A radix sort, two bits at a time: blocks of four elements, a bucket for each digit of each block."""
    b = np.zeros(2048, np.int32)
    bucket = np.zeros(2049, np.int32)
    sums = np.zeros(128, np.int32)
    for turn in range(16):
        shift = 2 * turn
        for i in range(2049):
            bucket[i] = 0
        for i in range(2048):
            value = a[i] if turn % 2 == 0 else b[i]
            bucket[((value >> shift) & 3) * 512 + i // 4 + 1] += 1
        for block in range(128):
            for i in range(1, 16):
                bucket[block * 16 + i] += bucket[block * 16 + i - 1]
        sums[0] = 0
        for block in range(1, 128):
            sums[block] = sums[block - 1] + bucket[block * 16 - 1]
        for block in range(128):
            for i in range(16):
                bucket[block * 16 + i] += sums[block]
        for i in range(2048):
            value = a[i] if turn % 2 == 0 else b[i]
            where = ((value >> shift) & 3) * 512 + i // 4
            place = bucket[where]
            if turn % 2 == 0:
                b[place] = value
            else:
                a[place] = value
            bucket[where] = place + 1
