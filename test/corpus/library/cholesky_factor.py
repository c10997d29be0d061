# args: a=float64[4,4]
# range: a=-1..1
# sum: 16 of 10
from pylog import *


@pylog
def cholesky_factor(a):
    spd = a @ a.T + 4 * np.eye(4)
    return np.linalg.cholesky(spd)
