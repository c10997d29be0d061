# args: a=float64[3] n=0 u=uint8[4]
# values: u=0,1,200,3
# A comprehension over nothing is an empty list; bounds outside of a type bound nothing; a square of truth is int8.
from pylog import *


@pylog
def empty_list_by_argument(a, n, u):
    kept = [x * 2 for x in a[:n]]
    z = np.zeros(n)
    pairs = [1j]
    pairs += [pairs[-1], pairs[0]]
    return len(kept), sum(kept), z, np.clip(u, -1, 5), np.clip(u, 2, 300), (u > 1) ** 2, np.array(pairs)
