# args: img=int32[7,8] w=int32[3,3] vol=int32[3,6,6] bank=int32[2,3,3,3]
from pylog import *
import numpy as np


@pylog
def library_conv2d(img, w, vol, bank):
    return conv2d(img, w), conv2d(vol, bank), conv2d(vol, bank[0]), conv2d(img, w, stride=2), conv2d(img, w[:2, :1])
