# args: a=float64[3,3] b=float64[3]
# range: a=-3..3 b=-3..3
# sum: 64 of 100
from pylog import *


@pylog
def solve_system(a, b):
    return np.linalg.solve(a, b)
