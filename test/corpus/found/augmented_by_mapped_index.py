# The index is computed once, and used to read and to write.
# args: a=int32[4] b=int32[5]
# range: b=0..9
from pylog import *
import numpy as np


@pylog
def augmented_by_mapped_index(a, b):
    a[map(lambda x: x + 1, b) % 4] += np.ones(5, np.int32)
    a[np.max(map(lambda x: x[-1] + x, b)) % 4] *= 3
