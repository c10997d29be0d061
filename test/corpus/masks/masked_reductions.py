# args: a=float64[10] f=float32[10] k=int8[3,4] u=uint16[6] t=2
# sum: 16 of 100
from pylog import *


@pylog
def masked_reductions(a, f, k, u, t):
    on = a > 0
    even = k % 2 == 0
    return (
        np.sum(a[on]),
        a[on].sum(),
        f[a > t].sum(),
        np.mean(a[on]),
        f[on].mean(),
        np.max(a[on]),
        k[even].min(),
        k[even].max(),
        np.sum(k[even]),
        np.mean(k[even]),
        u[u > 3].min(),
        np.sum((a[on] - 1) * f[on]),
        np.any(a[on] > 5) if False else np.all(k[even]),
        np.prod(f[f > 8]),
    )
