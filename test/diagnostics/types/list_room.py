# args: a=float32[8]
from pylog import *


@pylog
def list_room(a):
    seen = []
    while a[0] < 5:
        seen.append(a[0])
        a[0] += 1
    return len(seen)
