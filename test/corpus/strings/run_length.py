# args: s=uint8[24] values=uint8[24] counts=int32[24]
# range: s=0..1
from pylog import *
import numpy as np


@pylog
def run_length(s, values, counts):
    n = 0
    i = 0
    while i < 24:
        j = i
        while j < 24 and s[j] == s[i]:
            j += 1
        values[n] = s[i]
        counts[n] = j - i
        n += 1
        i = j
    return n
