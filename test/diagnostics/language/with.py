# args: a=float32[8]
from pylog import *


@pylog
def k(a):
    with open("log.txt") as log:
        log.write("x")
    return log
