# args: x=float32[8] y=float32[8]
# `y` has all elements, `x[m]` those under the mask: NumPy adds them only where all are.
from pylog import *


@pylog
def mask_mixed(x, y):
    m = x > 0
    x[m] = x[m] + y
    return np.sum(np.cumsum(x[m]))
