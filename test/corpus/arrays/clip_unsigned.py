# args: u=uint8[5]
from pylog import *
import numpy as np


@pylog
def clip_unsigned(u):
    return np.clip(u, 10, 100), np.clip(u.astype(np.int16) - 50, 0, 255).astype(np.uint8)
