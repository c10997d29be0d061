# args: a=int32[8] b=int32[8] p=bool[8] q=bool[8]
# range: b=1..9
from pylog import *
import numpy as np


@pylog
def ufuncs_integer(a, b, p, q):
    return (
        np.floor_divide(a, b), np.mod(a, b), np.remainder(a, b), np.fmod(a, b), np.power(b, 2), np.left_shift(b, 3),
        np.right_shift(a, 1), np.bitwise_and(a, b), np.bitwise_or(a, b), np.bitwise_xor(a, b), np.invert(a),
        np.logical_and(p, q), np.logical_or(p, q), np.logical_not(p), np.logical_xor(p, q), np.equal(a, b),
        np.not_equal(a, b), np.less(a, b), np.greater_equal(a, b), np.greater(a, 0), np.less_equal(a, b), np.logical_and(a, b),
    )
