# args: img=uint8[6,6]
# range: img=0..1
from pylog import *
import numpy as np


@pylog
def connected_components(img):
    label = np.zeros((6, 6), dtype=np.int32)
    for i in range(6):
        for j in range(6):
            if img[i, j]:
                label[i, j] = i * 6 + j + 1
    changed = True
    while changed:
        changed = False
        for i in range(6):
            for j in range(6):
                if img[i, j]:
                    best = label[i, j]
                    if i > 0 and img[i - 1, j]:
                        best = min(best, label[i - 1, j])
                    if j > 0 and img[i, j - 1]:
                        best = min(best, label[i, j - 1])
                    if i < 5 and img[i + 1, j]:
                        best = min(best, label[i + 1, j])
                    if j < 5 and img[i, j + 1]:
                        best = min(best, label[i, j + 1])
                    if best < label[i, j]:
                        label[i, j] = best
                        changed = True
    return label
