# args: f=float32[6] u=uint32[4]
# values: f=1.0,-2.5,0.0,-0.0,1e-40,65504.0
# range: u=1065353216..1073741824
from pylog import *
import numpy as np


@pylog
def float_bits(f, u):
    """The same bits read as another type."""
    b = f.view(np.uint32)
    sign = b >> 31
    exponent = (b >> 23) & 0xFF
    g = u.view(np.float32)
    return sign, exponent, g * 2, f[0].view(np.int32)
