# args: img=uint8[7,7]
from pylog import *
import numpy as np


@pylog
def threshold_morphology(img):
    b = (img > 80).astype(np.uint8)
    dil = np.zeros_like(b)
    ero = np.zeros_like(b)
    for i in range(1, 6):
        for j in range(1, 6):
            dil[i, j] = np.max(b[i - 1 : i + 2, j - 1 : j + 2])
            ero[i, j] = np.min(b[i - 1 : i + 2, j - 1 : j + 2])
    return dil, ero, dil - ero
