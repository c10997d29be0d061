# Steps of different length, continue and break.
# args: a=int32[8]
from pylog import *


@pylog
def steps_of_data(a):
    i = 0
    while True:
        if i >= 8:
            break
        if a[i] < 0:
            i += 1
            continue
        a[i] = a[i] * 2
        i += 2
    return i
