# args: a=int32[4] n=2
from pylog import *


def bump(a):
    a[0] += 1
    return a[0]


@pylog
def prints(a, n):
    print("a is", a, n)
    print(f"and {n}", bump(a))
    return a
