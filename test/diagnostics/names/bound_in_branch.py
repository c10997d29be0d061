# args: a=int64[8]
import os
from pylog import *

N = 8
if os.environ.get("SMALL"):
    N = 4


@pylog
def k(a):
    return a[:N]
