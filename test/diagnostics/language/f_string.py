# args: a=float32[8]
from pylog import *


@pylog
def k(a):
    name = f"value {a[0]}"
    return a
