# args: a=float32
from pylog import *


@pylog
def k(a):
    for i, x in enumerate(a):
        pass
