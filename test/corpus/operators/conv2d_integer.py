# args: img=uint8[8,9] w=int16[3,3]
from pylog import *
import numpy as np


@pylog
def conv2d_integer(img, w):
    out = plmap(lambda a: dot(a[-1:2, -1:2], w), img[1:-1, 1:-1])
    return out, plmap(lambda a: dot(a[-1:2, -1:2], w), img)
