from pylog import *


@pylog(backend="vitus")
def double(a):
    return a * 2
