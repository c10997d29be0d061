# args: img=int32[18] out=int32[18]
from pylog import *
import numpy as np


@pylog
def windows_outlive_loops(img, out):
    s = 0
    win = img[0:3]
    for c in range(1, 16):
        s += np.sum(win)
        win = img[c - 1 : c + 2]
        if img[c] & 1:
            view = win[1:]
            view[0] += c
        else:
            view = img[c - 1 : c + 1]
        out[c] = view[1]
        out[c + 1] += np.sum(win) + np.sum(view)
    out[0] = win[2] + view[0]
    for i in range(3):
        for j in range(4):
            last = img[i + j + 1 : i + j + 4]
        img[i] = last[0] + last[2]
    k = 3
    kept = img[k + 1 : k + 4]
    k += 5
    out[k] = np.sum(kept)
    return s, i
