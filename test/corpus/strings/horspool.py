# args: text=uint8[40] pattern=uint8[3]
# range: text=97..99
# values: pattern=98,97,97
# seed: 2
from pylog import *
import numpy as np


@pylog
def horspool(text, pattern):
    shift = np.full(256, 3, dtype=np.int32)
    for j in range(2):
        shift[pattern[j]] = 2 - j
    i = 0
    found = -1
    while i + 3 <= 40:
        j = 2
        while j >= 0 and text[i + j] == pattern[j]:
            j -= 1
        if j < 0:
            found = i
            break
        i += shift[text[i + 2]]
    return found
