# args: start=int32[4] steps=int32[4]
from pylog import *


@pylog
def collatz(start, steps):
    table = [0, 1, 3, 7]
    for i in range(4):
        n = int(start[i])
        count = table[i]
        while n > 1:
            n = n // 2 if n % 2 == 0 else 3 * n + 1
            count += 1
        steps[i] = count
