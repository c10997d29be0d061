# args: a=int32[16]
from pylog import *
import numpy as np


@pylog
def while_break_continue(a):
    i = 0
    s = 0
    skipped = 0
    while True:
        if i >= 16:
            break
        x = a[i]
        i += 1
        if x < 0:
            skipped += 1
            continue
        s += x
        if s > 300:
            break
    return s, skipped, i
