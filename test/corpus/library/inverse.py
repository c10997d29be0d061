# args: a=float32[3,3]
# range: a=-2..2
# sum: 64 of 100
from pylog import *


@pylog
def inverse(a):
    return np.linalg.inv(a + 4 * np.eye(3, dtype=np.float32))
