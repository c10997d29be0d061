# args: t=int32[8] idx=uint8[2,3]
# range: idx=0..7
from pylog import *
import numpy as np


@pylog
def gather_2d_index(t, idx):
    return t[idx], t[idx[0]], t[t[:4] & 7]
