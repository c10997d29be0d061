# args: a=int64[8]
from pylog import *

SIZES = [4, 2, 0]
RATIOS = []
for size in SIZES:
    RATIOS.append(8 // size)


@pylog
def k(a):
    return a * RATIOS[2]
