# args: a=float32[3,3] b=int32[3,2]
# range: a=-3..3 b=-3..3
# sum: 64 of 1000
from pylog import *


@pylog
def solve_columns(a, b):
    return np.linalg.solve(a, b)
