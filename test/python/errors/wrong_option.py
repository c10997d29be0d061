from pylog import *


@pylog(frequency=100)
def double(a):
    return a * 2
