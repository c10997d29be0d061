# args: a=float32[8]
from pylog import *


@pylog
def k(a):
    done = false
    while not done:
        done = true
    return null
