# What the call gives is known without its argument, which is computed all the same.
# args: a=int32[2] n=0
# raises: ZeroDivisionError
import numpy as np
from pylog import *


def second(p, q):
    return q


@pylog
def unused_argument_fails(a, n):
    a[0] = second(7 // n, 3)
