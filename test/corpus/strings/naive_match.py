# args: text=uint8[40] pattern=uint8[3] out=int32[40]
# range: text=97..99 pattern=97..99
from pylog import *
import numpy as np


@pylog
def naive_match(text, pattern, out):
    n = 0
    for i in range(len(text) - len(pattern) + 1):
        ok = True
        for j in range(len(pattern)):
            if text[i + j] != pattern[j]:
                ok = False
                break
        if ok:
            out[n] = i
            n += 1
    return n
