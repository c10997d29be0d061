# args: a=int16[8] b=int16[8]
# range: a=-32768..32767 b=-32768..32767
from pylog import *
import numpy as np


@pylog
def fixed_point_q15(a, b):
    p = (a.astype(np.int32) * b + (1 << 14)) >> 15
    return np.clip(p, -32768, 32767).astype(np.int16)
