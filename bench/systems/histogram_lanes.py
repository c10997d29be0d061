"""How often each of 256 values occurs, by 64 lanes that count on their own and are added up at the end."""
import numpy as np
from pylog import *


@pylog
def histogram(values, counts):
    parts = np.zeros((64, 256), np.int32)
    for i in range(len(values) // 64).pipeline():
        for lane in range(64).unroll():
            parts[lane, values[64 * i + lane]] += 1
    for v in range(256).pipeline():
        total = 0
        for k in range(64).unroll():
            total += parts[k, v]
        counts[v] = total
