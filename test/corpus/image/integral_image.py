# args: img=uint8[6,7]
from pylog import *
import numpy as np


@pylog
def integral_image(img):
    s = np.zeros((7, 8), dtype=np.int32)
    for i in range(6):
        row = 0
        for j in range(7):
            row += int(img[i, j])
            s[i + 1, j + 1] = s[i, j + 1] + row
    box = s[3:, 3:] - s[:-3, 3:] - s[3:, :-3] + s[:-3, :-3]
    return s, box
