# Odd-even transposition: neighbours are put in order, all pairs of a round at the same time.
from pylog import *

N = 24


@pylog
def sort(a: "int16[24]"):
    for t in range(N):
        for i in range(t % 2, N - 1, 2):
            if a[i] > a[i + 1]:
                a[i], a[i + 1] = a[i + 1], a[i]
