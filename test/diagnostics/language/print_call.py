# args: a=float32[8]
from pylog import *


@pylog
def print_call(a):
    print(f"the first is {a[0]}")
    return a[0]
