# args: img=uint8[8,9] out=uint8[8,9]
from pylog import *
import numpy as np


@pylog
def sobel(img, out):
    out[:] = 0
    for i in range(1, 7):
        for j in range(1, 8):
            gx = 0
            gy = 0
            for k in range(-1, 2):
                w = 2 if k == 0 else 1
                gx += w * (int(img[i + k, j + 1]) - int(img[i + k, j - 1]))
                gy += w * (int(img[i + 1, j + k]) - int(img[i - 1, j + k]))
            out[i, j] = min(abs(gx) + abs(gy), 255)
