# args: a=uint8[12] b=uint8[10]
# range: a=97..100 b=97..100
import numpy as np
from pylog import *


@pylog
def rows_of_a_table(a, b):
    """A list that grew takes the place of one that was there before: rows of a table of distances."""
    prev = list(range(len(b) + 1))
    for i in range(len(a)):
        cur = [i + 1]
        for j in range(len(b)):
            cost = 0 if a[i] == b[j] else 1
            cur.append(min(prev[j + 1] + 1, cur[j] + 1, prev[j] + cost))
        prev = cur
    return prev[-1]
