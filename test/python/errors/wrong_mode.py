from pylog import *


@pylog(mode="depoly")
def double(a):
    return a * 2
