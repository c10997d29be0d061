# args: idx=uint8[8] table=float32[16]
# range: idx=0..15
from pylog import *
import numpy as np


@pylog
def map_gather(idx, table):
    return plmap(lambda i: table[i], idx), plmap(lambda i: table[15 - i] * 2, idx)
