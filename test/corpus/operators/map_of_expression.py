# args: a=int32[6] b=int32[6]
from pylog import *
import numpy as np


@pylog
def map_of_expression(a, b):
    return plmap(lambda x: x[-1] + x[1], a * b), plmap(lambda x: x[1], (a + b)[1:4])
