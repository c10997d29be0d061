# args: a=float32[4]
from pylog import *
import numpy as np


@pylog
def function_defaults(a):
    def affine(x, scale=2.0, shift=1):
        return x * scale + shift

    return affine(a), affine(a, 3.0), affine(a, shift=5), affine(x=a, scale=0.5, shift=0)
