# args: a=int32[64,8] n=uint32
# schedule: unroll c 4; pipeline i; partition t dim=1 block 2; reshape u dim=0 4
from pylog import *


@pylog
def spread(a, n):
    t = np.zeros((64, 8), np.int32)
    u = np.zeros(64, np.int16)
    pragma("HLS LATENCY max=900")
    for i in range(64):
        for c in range(8):
            t[i * 5 % 64, c] += a[i, c]
    for k in range(n % 64):
        u[k] = t[k, 0] & 255
    return np.sum(u)
