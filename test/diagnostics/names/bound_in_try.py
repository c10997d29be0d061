# args: a=float32[8]
from pylog import *

try:
    from settings import GAIN
except ImportError:
    GAIN = 2


@pylog
def k(a):
    return a * GAIN
