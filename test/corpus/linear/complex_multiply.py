# args: ar=float32[6] ai=float32[6] br=float32[6] bi=float32[6]
from pylog import *
import numpy as np


@pylog
def complex_multiply(ar, ai, br, bi):
    return ar * br - ai * bi, ar * bi + ai * br
