from pylog import *


@pylog
def k():
    x = [1, 2, 3]
    return x - 1
