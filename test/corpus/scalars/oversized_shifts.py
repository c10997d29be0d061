# args: a=int32[4] u=uint8[4] s=int32[4] t=uint8[4]
# values: a=1,-1,1000,-1000 s=32,33,40,63 u=255,1,128,77 t=8,9,200,7
from pylog import *
import numpy as np


@pylog
def oversized_shifts(a, u, s, t):
    """NumPy: shifting by the width or more gives 0, or the sign."""
    return a << s, a >> s, u << t, u >> t
