# args: a=int32[4,4]
from pylog import *


@pylog
def axis_of_loop(a):
    s = 0
    for k in range(2):
        if a[k, 0] > 9:
            break
        s += np.sum(a, axis=k)[0]
    return s
