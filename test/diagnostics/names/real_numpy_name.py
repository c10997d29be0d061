# args: a=float32[8]
# A function that NumPy has is not taken for a misspelt one.
from pylog import *


@pylog
def real_numpy_name(a):
    return np.nanmax(a), np.nanmx(a), np.vecdot(a, a)
