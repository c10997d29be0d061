# args: a=float32[8]
from pylog import *

CALLS = 0


def count():
    global CALLS
    CALLS += 1
    return CALLS


@pylog
def k(a):
    return a * count()
