# args: a=float32[8]
from pylog import *


@pylog
def k(a):
    try:
        first = a[0]
        second = a[1]
    finally:
        third = a[2]
    return first + second + third + fourth
