# args: a=int32[4] z=complex64[2]
from pylog import *

unit = np.complex64(1)
turn = np.complex128(2 - 1j) * unit
weight = 3


@pylog
def module_scalars(a, z):
    return weight * a[0], z * 2
