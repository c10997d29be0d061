# args: angles=int32[6]
# range: angles=-102943..102943
from pylog import *
import numpy as np

ATAN = [51471, 30385, 16054, 8149, 4090, 2047, 1023, 511, 255, 127, 63, 31]


@pylog
def cordic(angles):
    """16 fraction bits, integers only."""
    sines = np.zeros(6, dtype=np.int32)
    cosines = np.zeros(6, dtype=np.int32)
    for i in range(6):
        x = 39796
        y = 0
        z = int(angles[i])
        for k in range(12):
            dx = x >> k
            dy = y >> k
            if z >= 0:
                x, y, z = x - dy, y + dx, z - ATAN[k]
            else:
                x, y, z = x + dy, y - dx, z + ATAN[k]
        cosines[i] = x
        sines[i] = y
    return sines, cosines
