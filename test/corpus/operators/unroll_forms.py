# args: a=int32[8]
from pylog import *
import numpy as np


@pylog
def unroll_forms(a):
    for i in range(8).unroll(factor=2):
        a[i] += 1
    for i in range(8).pipeline().unroll(2):
        a[i] *= 2
    for i in range(2, 8, 3).unroll():
        a[i] -= 1
