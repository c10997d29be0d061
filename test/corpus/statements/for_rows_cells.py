# args: m=int32[3,4]
from pylog import *
import numpy as np


@pylog
def for_rows_cells(m):
    odd = 0
    for row in m:
        for x in row:
            if x % 2 == 1:
                odd += 1
    return odd
