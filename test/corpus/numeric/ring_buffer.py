# args: arrivals=int32[12]
# range: arrivals=0..3
from pylog import *
import numpy as np


@pylog
def ring_buffer(arrivals):
    """A ring buffer."""
    ring = np.zeros(4, dtype=np.int32)
    head = tail = count = dropped = 0
    served = 0
    for t, k in enumerate(arrivals):
        for _ in range(k):
            if count == 4:
                dropped += 1
            else:
                ring[tail] = t
                tail = (tail + 1) % 4
                count += 1
        if count > 0:
            served += t - ring[head]
            head = (head + 1) & 3
            count -= 1
    return served, dropped, count
