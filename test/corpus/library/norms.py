# args: x=float32[8] a=float64[3,5] k=int16[4]
# sum: 16 of 100
from pylog import *


@pylog
def norms(x, a, k):
    return np.linalg.norm(x), np.linalg.norm(a), np.linalg.norm(a, axis=1), np.linalg.norm(a, axis=0, keepdims=True), np.linalg.norm(k)
