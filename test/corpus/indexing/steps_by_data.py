# args: steps=int32[4] v=float64[20] limit=60
# values: steps=3,-4,1,-25
import numpy as np
from pylog import *


@pylog
def steps_by_data(steps, v, limit):
    """What is stored by a step that only data know: a sieve, steps up and down, bounds left out and behind the end."""
    prime = np.ones(limit + 1, dtype=bool)
    prime[:2] = False
    p = 2
    while p * p <= limit:
        if prime[p]:
            prime[p * p::p] = False
        p += 1
    counts = np.zeros(20, np.int32)
    for s in steps:
        counts[::s] += 1
        counts[2:-3:s] += 10
        counts[-4:1:s] += 100
        counts[50:-50:s] += 1000
    w = v.copy()
    for k in range(1, 6):
        w[k:30:k] = v[k] * 2
        w[:k:-k] *= 0.5
    return prime, prime.sum(), counts, w
