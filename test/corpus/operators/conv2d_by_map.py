# PyLog figure 4c.
# args: img=float32[8,8] w=float32[3,3]
# sum: 9 of 100
from pylog import *
import numpy as np


@pylog
def conv2d_by_map(img, w):
    return map(lambda a: dot(a[-1:2, -1:2], w), img[1:-1, 1:-1])
