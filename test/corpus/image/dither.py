# args: img=float32[5,6]
# range: img=0..1
from pylog import *
import numpy as np


@pylog
def dither(img):
    """Floyd-Steinberg."""
    h, w = img.shape
    for y in range(h):
        for x in range(w):
            old = img[y, x]
            new = np.float32(1) if old > 0.5 else np.float32(0)
            img[y, x] = new
            err = old - new
            if x + 1 < w:
                img[y, x + 1] += err * 7 / 16
            if y + 1 < h:
                if x > 0:
                    img[y + 1, x - 1] += err * 3 / 16
                img[y + 1, x] += err * 5 / 16
                if x + 1 < w:
                    img[y + 1, x + 1] += err / 16
