# kernel: helper
from pylog import *


def helper(a):
    return a


@pylog
def k(a):
    return helper(a)
