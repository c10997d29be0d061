# args: a=float64[6] b=float64[6] g=int32[2,3] f=float32[5] c=complex64[4]
# values: a=nan,1,2,3,4,-1 b=5,1,2,nan,-4,-1 g=0,1,2,3,4,5 f=1,2,nan,-0.0,4 c=1,2,0,1,3,3,-1,0
from pylog import *


@pylog
def values_in_turn(a, b, g, f, c):
    a[np.isnan(a)] = b[np.isnan(b)]
    a[a > 2] = b[:2]
    m = b > 0
    b[m] += a[:3]
    g[g > 2] = np.arange(3)
    g[g == 0] = [5]
    f[f == 2] += b[m][:1]
    f[np.isnan(f)] = f[f == 4]
    c[c.real > 0] = c[c.imag > 0][::-1][:2]
    return a, b, g, f, c, np.mean(c), np.mean(c[c.imag > 0]), f.astype(np.float16)[f > 0].mean()
