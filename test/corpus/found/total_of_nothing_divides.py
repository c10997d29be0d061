# args: a=float64[5] n=int64[5]
# values: a=0.5,-0.5,0.5,2.5,0.5 n=5,-5,5,4,-3
# A total that starts as a Python number divides as Python does, whichever it is in the end.
from pylog import *


@pylog
def total_of_nothing_divides(a, n):
    total = 0.0
    whole = 0
    count = 0
    for k in range(5):
        if a[k] > 0.2:
            total += a[k]
            whole += n[k]
            count += 1
    return total / count, total // count, total % count, whole / count, whole // count, whole % count
