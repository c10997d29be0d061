# args: m=int32[4,5]
from pylog import *
import numpy as np


@pylog
def row_alias_in_loop(m):
    for i in range(1, 4):
        prev = m[i - 1]
        row = m[i]
        for j in range(5):
            row[j] += prev[j]
        row[::2] -= 1
