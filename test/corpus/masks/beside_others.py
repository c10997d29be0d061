# args: a=float64[4,5] k=int16[3,4,2] m=bool[4] t=float64
# sum: 1 of 1000
from pylog import *


@pylog
def beside_others(a, k, m, t):
    column = np.sum(a[m, 1])
    wide = a[0] > t
    total = np.sum(a[:, wide], axis=1)
    picked = a[m, 1:3]
    middle = k[:, m, 1]
    inner = k[0, m]
    a[m, 0] = 5
    a[:, wide] = 0
    a[1:3, wide] += 1
    a[m, ::2] *= 2
    k[1, m] = -1
    k[:, m, 0] = 3
    k[:2, k[0] > 1] = 7
    k[..., k[2, 1] > 0] -= 1
    return column, total, np.sum(picked, axis=0), np.sum(middle), np.sum(inner, axis=0), a, k
