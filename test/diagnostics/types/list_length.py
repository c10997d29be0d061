# args: a=float32[8]
from pylog import *


@pylog
def list_length(a):
    seen = []
    some = [x for x in a if x > 0]
    seen.extend(some)
    return len(seen)
