# args: a=float64[6]
# The loop inside has the counter's name: the length of the list is that of the loop around it all the same.
from pylog import *


@pylog
def counter_bound_again(a):
    sums = []
    for _ in range(4):
        total = 0.0
        for _ in range(6):
            total += a[_] * len(sums)
        sums.append(total)
    halves = []
    for i in range(1, 7, 2):
        i = i * 10
        halves.append(i // 2)
    return np.array(sums), np.array(halves), i
