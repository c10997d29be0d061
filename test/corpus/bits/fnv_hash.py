# args: data=uint8[24]
from pylog import *
import numpy as np


@pylog
def fnv_hash(data):
    h = np.uint32(2166136261)
    for b in data:
        h = (h ^ b) * np.uint32(16777619)
    g = np.uint64(14695981039346656037)
    for b in data:
        g = (g ^ b) * np.uint64(1099511628211)
    return h, g
