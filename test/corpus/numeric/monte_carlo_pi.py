# args: n=200
from pylog import *
import numpy as np


@pylog
def monte_carlo_pi(n):
    state = np.uint32(12345)
    inside = 0
    for _ in range(n):
        state = state * np.uint32(1664525) + np.uint32(1013904223)
        x = (state >> 8) / 16777216
        state = state * np.uint32(1664525) + np.uint32(1013904223)
        y = (state >> 8) / 16777216
        if x * x + y * y < 1.0:
            inside += 1
    return 4.0 * inside / n
