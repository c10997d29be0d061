from pylog import *


@pylog
def total(values):
    return sum(values)


total([1, 2, 3])
