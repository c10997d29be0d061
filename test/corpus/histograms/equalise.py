# args: img=uint8[8,8]
# range: img=20..90
from pylog import *
import numpy as np


@pylog
def equalise(img):
    hist = np.zeros(256, dtype=np.int32)
    for row in img:
        for p in row:
            hist[p] += 1
    cdf = np.cumsum(hist)
    low = cdf[np.argmax(cdf > 0)]
    lut = np.zeros(256, dtype=np.uint8)
    for i in range(256):
        v = (cdf[i] - low) * 255 // (64 - low)
        lut[i] = max(v, 0)
    return lut[img]
