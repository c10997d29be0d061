# args: a=float32[16,16] b=float32[16,16] c=float32[16,16]
# schedule: split j 4; unroll j.inner; pipeline k ii=2
from pylog import *


@pylog
def matmul(a, b, c):
    for i in range(16):
        for j in range(16):
            s = np.float32(0)
            for k in range(16):
                s += a[i, k] * b[k, j]
            c[i, j] = s
