# args: img=int16[8,9]
from pylog import *
import numpy as np

GX = np.array([[-1, 0, 1], [-2, 0, 2], [-1, 0, 1]], dtype=np.int16)


@pylog
def sobel_map(img):
    gx = plmap(lambda a: dot(a[-1:2, -1:2], GX), img[1:-1, 1:-1])
    gy = plmap(lambda a: dot(a[-1:2, -1:2], GX.T), img[1:-1, 1:-1])
    return np.abs(gx) + np.abs(gy)
