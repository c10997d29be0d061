# args: a=float32[16,16] b=float32[16,16] c=float32[16,16]
# schedule: buffer b; partition b_buffer dim=1 cyclic 4; split j 4; unroll j.inner; pipeline j.outer
from pylog import *


@pylog
def matmul(a, b, c):
    for i in range(16):
        for j in range(16):
            c[i, j] = dot(a[i, :], b[:, j])
