# A small memory with two pointers.
# args: a=uint8[32]
import numpy as np
from pylog import *


@pylog
def queue_of_bytes(a):
    fifo = np.zeros(8, dtype=np.uint8)
    head = 0
    tail = 0
    size = 0
    lost = 0
    total = 0
    for t in range(32):
        if a[t] & 1:
            if size == 8:
                lost += 1
            else:
                fifo[tail] = a[t]
                tail = (tail + 1) & 7
                size += 1
        if a[t] & 6 == 0 and size > 0:
            total += fifo[head]
            head = (head + 1) & 7
            size -= 1
    return lost, total, size
