# args: img=float32[6,8] out=float32[6,8]
# range: img=0..1
from pylog import *
import numpy as np


@pylog
def deriche(img, out):
    """A recursive filter forwards and backwards along each row."""
    a1 = np.float32(0.4)
    b1 = np.float32(0.7)
    y1 = np.zeros((6, 8), dtype=np.float32)
    for i in range(6):
        ym1 = np.float32(0)
        xm1 = np.float32(0)
        for j in range(8):
            y1[i, j] = a1 * img[i, j] + a1 * xm1 * 0.5 + b1 * ym1
            xm1 = img[i, j]
            ym1 = y1[i, j]
        yp1 = np.float32(0)
        for j in range(7, -1, -1):
            yp1 = a1 * img[i, j] + b1 * yp1
            out[i, j] = y1[i, j] + yp1
