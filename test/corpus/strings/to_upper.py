# args: s=uint8[20]
# range: s=60..125
from pylog import *
import numpy as np


@pylog
def to_upper(s):
    lower = (s >= 97) & (s <= 122)
    return np.where(lower, s - 32, s), np.sum(lower)
