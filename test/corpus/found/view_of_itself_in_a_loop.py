# args: a=int32[2,1]
import numpy as np
from pylog import *


@pylog
def view_of_itself_in_a_loop(a):
    part = np.ones((1, 1), np.float32)
    for i in range(2):
        part = part[0, np.newaxis, i // 2, np.newaxis]
        a[i, 0] += np.int32(part[0, 0])
    return part
