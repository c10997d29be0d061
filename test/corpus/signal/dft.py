# args: x=float64[8]
# sum: 16 of 10
from pylog import *
import numpy as np


@pylog
def dft(x):
    n = np.arange(8)
    k = n[:, None]
    angle = 2 * np.pi * k * n / 8
    return np.cos(angle) @ x, -(np.sin(angle) @ x)
