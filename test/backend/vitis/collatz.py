# args: start=uint32[16] steps=int32[16] limit=int32
from pylog import *


@pylog
def collatz(start, steps, limit):
    for i in range(16):
        x = start[i]
        n = np.int32(0)
        while x > 1 and n < limit:
            x = x // 2 if x % 2 == 0 else 3 * x + 1
            n += 1
        steps[i] = n
