# args: f=float32[6] i=int32[6] u=uint8[6]
# values: f=1.9,-1.9,100.5,0.0,-0.0,127.0 i=300,-300,127,128,-1,65536 u=255,128,127,0,1,200
from pylog import *
import numpy as np


@pylog
def numpy_conversions(f, i, u):
    a = np.int32(f[0]) + np.int32(f[1])
    b = np.float64(i[0]) / 3
    c = np.int8(u[0])
    d = np.uint8(i[1])
    e = np.float32(7)
    g = np.int64(2) ** 40
    h = np.float16(0.1)
    k = np.bool_(i[0])
    m = np.uint16(65535) + np.uint16(1)
    n = np.int8(i[3])
    return a, b, c, d, e, g, h, k, m, n
