# args: n=60
from pylog import *
import numpy as np


@pylog
def sieve(n):
    prime = np.ones(61, dtype=bool)
    prime[:2] = False
    i = 2
    while i * i <= n:
        if prime[i]:
            for j in range(i * i, n + 1, i):
                prime[j] = False
        i += 1
    return prime, np.sum(prime)
