# PyLog listing 3, line 8.
# args: matrix=int32[5,6] in_vec=int32[6] out_vec=int32[5]
from pylog import *
import numpy as np


@pylog
def inner_product(matrix, in_vec, out_vec):
    for i in range(5):
        out_vec[i] = dot(matrix[i, :], in_vec)
