# args: rgb=uint8[5,6,3]
from pylog import *
import numpy as np


@pylog
def grayscale(rgb):
    r = rgb[:, :, 0].astype(np.uint16)
    g = rgb[..., 1].astype(np.uint16)
    b = rgb[..., 2].astype(np.uint16)
    return ((77 * r + 150 * g + 29 * b) >> 8).astype(np.uint8)
