# args: m=int32[5,6]
# range: m=0..40
from pylog import *
import numpy as np


@pylog
def search_two_loops(m):
    found = False
    row = col = -1
    for i in range(5):
        for j in range(6):
            if m[i, j] == 17 or m[i, j] > 35:
                found = True
                row, col = i, j
                break
        if found:
            break
    return found, row, col
