# args: T=3 ex=float32[6,7] ey=float32[6,7] hz=float32[6,7] fict=float32[3]
from pylog import *
import numpy as np


@pylog
def fdtd_2d(T, ex, ey, hz, fict):
    for t in range(T):
        ey[0, :] = fict[t]
        ey[1:, :] -= 0.5 * (hz[1:, :] - hz[:-1, :])
        ex[:, 1:] -= 0.5 * (hz[:, 1:] - hz[:, :-1])
        hz[:-1, :-1] -= 0.7 * (ex[:-1, 1:] - ex[:-1, :-1] + ey[1:, :-1] - ey[:-1, :-1])
