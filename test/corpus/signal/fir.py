# args: x=float32[20] h=float32[5] y=float32[20]
from pylog import *
import numpy as np


@pylog
def fir(x, h, y):
    delay = np.zeros(5, dtype=np.float32)
    for n in range(20):
        for t in range(4, 0, -1):
            delay[t] = delay[t - 1]
        delay[0] = x[n]
        acc = np.float32(0)
        for t in range(5):
            acc += delay[t] * h[t]
        y[n] = acc
