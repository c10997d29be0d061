# args: a=int64[6] t=40
# values: a=5,3,3,9,1,7
# raises: TypeError
from pylog import *


@pylog
def none_is_no_number(a, t):
    first = None
    for i in range(6):
        if a[i] > t:
            first = i
    return first + 1
