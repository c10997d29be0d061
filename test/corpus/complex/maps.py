# args: a=complex64[8] b=complex64[8]
from pylog import *
import numpy as np


@pylog
def maps(a, b):
    c = map(lambda x, y: x * y + 1j, a, b)
    return c, map(lambda z: z.real, a)
