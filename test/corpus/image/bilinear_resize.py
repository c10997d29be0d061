# args: img=float32[4,4] out=float32[7,7]
from pylog import *
import numpy as np


@pylog
def bilinear_resize(img, out):
    for i in range(7):
        y = np.float32(i) * 0.5
        y0 = int(y)
        y1 = min(y0 + 1, 3)
        fy = y - y0
        for j in range(7):
            x = np.float32(j) * 0.5
            x0 = int(x)
            x1 = min(x0 + 1, 3)
            fx = x - x0
            top = img[y0, x0] * (1 - fx) + img[y0, x1] * fx
            bottom = img[y1, x0] * (1 - fx) + img[y1, x1] * fx
            out[i, j] = top * (1 - fy) + bottom * fy
