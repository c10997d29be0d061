# args: x=float32[64] y=float32[64]
# schedule: outline i accumulate; outline y.0 scale; pipeline i
from pylog import *


@pylog
def normalise(x, y):
    largest = np.float32(0)
    total = np.float32(0)
    for i in range(64):
        magnitude = np.abs(x[i])
        largest = np.maximum(largest, magnitude)
        total += magnitude
    y[:] = x / largest
    return total
