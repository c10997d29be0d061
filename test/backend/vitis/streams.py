# args: x=int32[256] y=int32[256]
# schedule: buffer x; pipeline i
# axis: x y
from pylog import *


@pylog
def streams(x, y):
    for i in range(256):
        y[i] = x[255 - i] * 2
