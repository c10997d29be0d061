# args: a=uint8[7]
# A function that a list's growth types again keeps what its first typing made.
from pylog import *


@pylog
def squares_beside_lists(a):
    a[::-1] = np.square(-a)
    ones = []
    for i in range(3):
        ones.append(1)
    return a, np.array(ones)
