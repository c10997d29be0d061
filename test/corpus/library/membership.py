# args: c=int32[8] m=uint8[2,3] f=float64[4] n=3
# range: c=0..6 m=0..4
# values: f=0.5,nan,2,-0.0
from pylog import *


@pylog
def membership(c, m, f, n):
    return np.isin(c, [1, 2, 3]), np.isin(m, c), np.isin(m, c, invert=True), np.isin(f, [0, 2.0]), bool(np.isin(n, [1, 3]))
