# Rebinding a name in the loop does not change what the loop goes over.
# args: a=int32[2] b=int32[3,2]
import numpy as np
from pylog import *


@pylog
def zip_holds_its_arrays(a, b):
    rows = b[1:]
    part = b[1:, 0]
    for e, w in zip(part, a):
        a[1] = e + w
        part = np.ones(2, np.int32)
    for i, row in enumerate(rows):
        row[0] = i + row[1]
        rows = np.ones((2, 2), np.int32)
    return part, rows
