# args: img=uint8[6,7] out=uint8[6,7]
from pylog import *
import numpy as np


@pylog
def median_3x3(img, out):
    out[:] = img
    win = np.zeros(9, dtype=np.uint8)
    for i in range(1, 5):
        for j in range(1, 6):
            win[:] = img[i - 1 : i + 2, j - 1 : j + 2].reshape(9)
            for a in range(5):
                for b in range(a + 1, 9):
                    if win[b] < win[a]:
                        win[a], win[b] = win[b], win[a]
            out[i, j] = win[4]
