# args: a=float64[5]
# values: a=0.5,0.5,0.5,0.5,0.5
# raises: ZeroDivisionError
# No element is chosen, so the total is Python's 0.0, and so is what divides it.
from pylog import *


@pylog
def total_of_nothing_by_zero(a):
    chosen = a[~(a > 0)]
    total = 0.0
    for e in chosen:
        total = total + e
    return total // len(chosen)
