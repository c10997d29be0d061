# args: a=int32[5]
# raises: ValueError
from pylog import *


@pylog
def value_not_in_list(a):
    xs = [int(v) for v in a]
    return xs.index(1000)
