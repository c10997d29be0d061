# A pipeline that is left.
# args: a=int32[6,6]
# range: a=10..30
from pylog import *


@pylog
def pipeline_left_early(a):
    found = -1
    for i in range(6):
        for j in range(6).pipeline():
            if a[i, j] == 17:
                found = i * 6 + j
                break
        if found >= 0:
            break
    return found
