# args: img=float32[7,7]
from pylog import *
import numpy as np


@pylog
def gaussian_blur(img):
    h = img.copy()
    h[:, 1:-1] = (img[:, :-2] + 2 * img[:, 1:-1] + img[:, 2:]) / 4
    v = h.copy()
    v[1:-1] = (h[:-2] + 2 * h[1:-1] + h[2:]) / 4
    return v
