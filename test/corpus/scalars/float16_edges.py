# args: h=float16[4] d=float64[4]
# values: d=65519.9,65520.0,5.960464477539063e-08,2.98e-08
from pylog import *
import numpy as np


@pylog
def float16_edges(h, d):
    return d.astype(np.float16), (d / 3).astype(np.float16), np.float16(d[0]), h * h, h / 3, h ** 2, np.sqrt(abs(h)), h // 2, h % 3
