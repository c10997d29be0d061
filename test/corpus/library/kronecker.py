# args: a=int32[2] b=int32[3] m=float32[2,2] n=float32[3,2] w=int16[2,1,2]
from pylog import *


@pylog
def kronecker(a, b, m, n, w):
    return np.kron(a, b), np.kron(m, n), np.kron(a, m), np.kron(m, w), np.kron(np.eye(2), n)
