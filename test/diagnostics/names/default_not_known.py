# args: a=float32[8]
import numpy as np
from pylog import *

W = np.loadtxt("w.txt")


def scaled(x, w=W):
    return x * w[0]


W = np.ones(3)


@pylog
def k(a):
    return scaled(a) + W[0]
