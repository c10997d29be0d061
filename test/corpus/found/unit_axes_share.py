# A reshape that only adds or drops axes of extent 1 is a view, whatever the strides: it sees what is stored later.
# args: a=int64[2,1,3]
import numpy as np
from pylog import *


@pylog
def unit_axes_share(a):
    def turned():
        return a[::-1, 0, 1].reshape(2, 1)

    column = turned()
    flat = a[:, :, ::2].reshape(2, 2)
    a[0, 0, 1] = -1
    flat[1, 1] = 40
    a[:, 0, :1] += column.astype(np.int32)
    return column, flat
