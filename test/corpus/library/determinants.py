# args: f=float32[3,3] k=int32[2,2]
# range: f=-2..2 k=-4..4
# sum: 64 of 100
from pylog import *


@pylog
def determinants(f, k):
    return np.linalg.det(f), np.linalg.det(k)
