# args: text=uint8[30] pattern=uint8[2]
# range: text=97..99 pattern=97..99
from pylog import *
import numpy as np


@pylog
def match_slices(text, pattern):
    n = 0
    for i in range(29):
        if np.all(text[i : i + 2] == pattern):
            n += 1
    return n
