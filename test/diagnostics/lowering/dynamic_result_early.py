# args: a=float32[8] n=3
from pylog import *


@pylog
def k(a, n):
    if n > 4:
        return 0, a[:n]
    return n, a[: n + 1]
