# args: a=int32[10]
from pylog import *
import numpy as np


@pylog
def slices_1d(a):
    return (
        a[2:7], a[:4], a[6:], a[-3:], a[:-3], a[::2], a[1::3], a[::-1], a[8:2:-2], a[-2:-8:-1], a[20:], a[-50:3], a[4:2],
        a[5:100], a[:], a[::-3],
    )
