# args: a=int64[8]
import sys
from pylog import *

TAPS = [1, 2, 3]
if "--short" in sys.argv:
    TAPS.pop()


@pylog
def k(a):
    return a * TAPS[0]
