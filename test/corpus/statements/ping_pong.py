# args: a=float32[9]
from pylog import *
import numpy as np


@pylog
def ping_pong(a):
    """Two buffers that change names each step."""
    cur = a.copy()
    nxt = np.zeros_like(a)
    for t in range(3):
        for i in range(1, 8):
            nxt[i] = (cur[i - 1] + cur[i] + cur[i + 1]) / 3
        cur, nxt = nxt, cur
    return cur
