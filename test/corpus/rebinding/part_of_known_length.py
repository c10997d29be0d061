# args: a=float32[8] n=5
# How much the function gives is known only when it runs.
from pylog import *


def head(x, n):
    if n > 3:
        return x[:n] * 2
    return x[:n]


@pylog
def part_of_known_length(a, n):
    h = head(a, n)
    return h.sum()
