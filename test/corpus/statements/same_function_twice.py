# args: a=float32[4] b=int32[4,2]
from pylog import *
import numpy as np


@pylog
def same_function_twice(a, b):
    """A function that calls another, in two types and ranks."""
    def double(v):
        return v + v

    def norm1(v):
        return np.sum(np.abs(double(v)))

    return norm1(b), norm1(b[:, 0]), np.max(double(a)), double(double(3))
