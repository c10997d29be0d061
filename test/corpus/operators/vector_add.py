# PyLog listing 3, line 2.
# args: vec_a=float32[10] vec_b=float32[10]
from pylog import *
import numpy as np


@pylog
def vector_add(vec_a, vec_b):
    out = map(lambda x, y: x + y, vec_a, vec_b)
    return out
