# args: x=float32[8] y=float32[8] k=int16[8] z=int16[8] m=float64[3,4] g=2
# range: z=-2..2
from pylog import *


@pylog
def masked_assignments(x, y, k, z, m, g):
    on = x > 0
    x[on] = np.sqrt(x[on]) + y[on] * g
    y[~on] = -y[~on]
    x[x > 5] += y[x > 5]
    k[z != 0] = k[z != 0] // z[z != 0]
    k[k < 0] *= k[k < 0]
    high = m > 3.0
    m[high] = np.minimum(m[high] * 0.5, 4) + np.pi
    m[m < -3] = np.abs(m[m < -3]).astype(np.float32)
    return x, y, k, m
