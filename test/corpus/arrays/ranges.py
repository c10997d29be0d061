# args: n=int32[1]
from pylog import *
import numpy as np


@pylog
def ranges(n):
    return (
        np.arange(5), np.arange(2, 9), np.arange(10, 0, -3), np.arange(4, dtype=np.float32), np.arange(0.0, 1.0, 0.25),
        np.arange(0, 2, 0.3), np.linspace(0, 1, 5), np.linspace(-1.0, 1.0, 9), np.linspace(0, 10, 4), np.arange(3) * n,
        np.linspace(0, 1, 4, endpoint=False), np.arange(3, dtype=np.uint8) - 1,
    )
