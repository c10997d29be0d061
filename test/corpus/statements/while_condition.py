# args: n=27
from pylog import *
import numpy as np


@pylog
def while_condition(n):
    """Collatz."""
    steps = 0
    peak = n
    while n != 1 and steps < 1000:
        n = n // 2 if n % 2 == 0 else 3 * n + 1
        peak = max(peak, n)
        steps += 1
    return steps, peak
