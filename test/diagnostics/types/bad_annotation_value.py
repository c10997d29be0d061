from pylog import *


@pylog
def k(a: 5):
    return a
