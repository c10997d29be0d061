# args: rows=int16[32,64] wanted=int16
from pylog import *


@pylog
def search(rows, wanted):
    for i in range(32):
        if rows[i, 0] > wanted:
            break
        for j in range(64):
            if rows[i, j] < 0:
                continue
            if rows[i, j] == wanted:
                return i, j
    return -1, -1
