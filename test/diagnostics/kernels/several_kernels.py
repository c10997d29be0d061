from pylog import *


@pylog
def first(a):
    return a


@pylog
def second(a):
    return a
