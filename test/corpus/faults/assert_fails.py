# args: a=int32[4]
# values: a=1,2,-3,4
# raises: AssertionError
from pylog import *


@pylog
def assert_fails(a):
    s = 0
    for x in a:
        assert x > 0, "all must be positive"
        s += x
    return s
