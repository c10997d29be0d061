# args: x=float64 z=1.5-2.0j c=complex64
from pylog import *


@pylog
def beside_python(x, z, c):
    left = 1j - x
    right = x - 1j
    both = z / x
    truth = (True).imag + (x > 0).real
    first = x if 1j else 2.5
    return left, right, both, z == x, truth, np.real(2), np.imag(z), c ** True, first, (True).conjugate()
