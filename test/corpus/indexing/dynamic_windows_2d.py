# args: img=int32[8,8] out=int32[6,6]
from pylog import *
import numpy as np


@pylog
def dynamic_windows_2d(img, out):
    for i in range(6):
        for j in range(6):
            win = img[i : i + 3, j : j + 3]
            out[i, j] = win.max() - win.min() + win[1, 1]
