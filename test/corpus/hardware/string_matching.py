# Several results, and a loop that is left.
# args: text=uint8[64] pattern=uint8[3]
from pylog import *


@pylog
def string_matching(text, pattern):
    hits = 0
    first = -1
    for i in range(62):
        ok = True
        for j in range(3):
            if text[i + j] % 4 != pattern[j] % 4:
                ok = False
                break
        if ok:
            if first < 0:
                first = i
            hits += 1
    return hits, first
