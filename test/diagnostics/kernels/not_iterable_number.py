from pylog import *


@pylog
def k():
    s = 0
    for i in 10:
        s += i
    return s
