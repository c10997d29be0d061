# Compare and swap between partners that bits of the index name.
# args: a=int16[16]
from pylog import *


@pylog
def bitonic_sort(a):
    k = 2
    while k <= 16:
        j = k // 2
        while j > 0:
            for i in range(16).pipeline():
                l = i ^ j
                if l > i:
                    up = (i & k) == 0
                    if (up and a[i] > a[l]) or (not up and a[i] < a[l]):
                        a[i], a[l] = a[l], a[i]
            j //= 2
        k *= 2
