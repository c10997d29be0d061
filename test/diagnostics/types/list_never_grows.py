# args: a=float32[8]
from pylog import *


@pylog
def list_never_grows(a):
    stack = []
    if a[0] > 0:
        a[1] = stack.pop()
    return a[1]
