# args: a=float32[8]
from pylog import *


@pylog
def k(a):
    for x, y in zip(a, 5):
        pass
