# args: a=int32[3]
from pylog import *
import numpy as np


@pylog
def name_collisions(a):
    x = a[0]
    x_1 = 5
    x = 2.5
    x = a
    return x, x_1
