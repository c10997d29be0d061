# args: data=uint8[4096]
# schedule: pipeline i ii=2
from pylog import *


@pylog
def histogram(data):
    counts = np.zeros(16, np.int32)
    for i in range(4096):
        counts[data[i] >> 4] += 1
    return counts
