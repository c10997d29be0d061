# args: img=float32[6,7] w=float32[3,2] vol=float32[2,5,5] bank=float32[3,2,2,2]
# sum: 9 of 100
from pylog import *
import numpy as np


@pylog
def conv2d_float(img, w, vol, bank):
    return conv2d(img, w), conv2d(vol, bank), conv2d(vol, bank, 2), conv2d(vol, bank[1], stride=3)
