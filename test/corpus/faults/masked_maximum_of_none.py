# args: a=float32[4]
# values: a=1,2,3,4
# raises: ValueError
from pylog import *


@pylog
def masked_maximum_of_none(a):
    return np.max(a[a > 10])
