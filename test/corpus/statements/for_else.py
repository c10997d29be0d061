# args: a=int32[8]
# range: a=2..97
from pylog import *
import numpy as np


@pylog
def for_else(a):
    """else of a loop runs unless it was left by break."""
    primes = 0
    for x in a:
        d = 2
        while d * d <= x:
            if x % d == 0:
                break
            d += 1
        else:
            primes += 1
    for x in a:
        if x > 1000:
            break
    else:
        primes += 100
    return primes
