# args: u=uint8[2]
# values: u=3,12
# raises: ValueError
from pylog import *


@pylog
def unravel_outside(u):
    return np.unravel_index(u, (3, 4))[0]
