# args: a=float32[8] n=int32
from pylog import *


@pylog
def k(a, n):
    for i in range(n / 2):
        a[i] = 0
