# A histogram: how often each byte value occurs. The read and the write of counts[...] depend on the data.
#
#   npx lutra run examples/histogram.py
import numpy as np
from pylog import *

BINS = 128


@pylog
def histogram(data: "uint8[4096]"):
    counts = np.zeros(BINS, dtype=np.int32)
    for i in range(len(data)):
        bin = data[i] % BINS
        counts[bin] += 1
    return counts
