# args: a=float32[8]
from pylog import *


@pylog
def k(a):
    assert a[0] >, "must be positive"
    return a[0]
