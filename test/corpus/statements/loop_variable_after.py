# args: a=int32[10] key=42
# values: a=3,5,42,7,42,1,0,9,8,2
from pylog import *
import numpy as np


@pylog
def loop_variable_after(a, key):
    for i in range(len(a)):
        if a[i] == key:
            break
    j = -1
    for j in range(3, 10, 4):
        pass
    return i, j
