# args: p=int32[10] start=0
# values: p=3,7,1,5,0,9,8,2,6,4
from pylog import *
import numpy as np


@pylog
def indirect_chain(p, start):
    """Walk a permutation's cycle; then indices of indices."""
    n = 0
    i = p[start]
    while i != start:
        i = p[i]
        n += 1
    return n, p[p[p[2]]], p[p][3]
