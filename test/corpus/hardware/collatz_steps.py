# A loop that runs until data or a limit end it.
# args: start=int32[8] steps=int32[8]
# range: start=-60..60
from pylog import *


@pylog
def collatz_steps(start, steps):
    for i in range(8):
        n = abs(start[i]) + 1
        k = 0
        while n != 1:
            n = 3 * n + 1 if n % 2 == 1 else n // 2
            k += 1
            if k > 60:
                break
        steps[i] = k
