# args: a=int32[6] b=int32[4] x=float64[5]
# sum: 40 of 1000
from pylog import *


@pylog
def filtered(a, b, x):
    high = [v for v in a if v > 0]
    pairs = sum([v * w for v in a if v > 0 for w in b if w < v])
    places = [i for i, v in enumerate(x) if v > 0]
    total = 0.0
    for i in places:
        total += x[i] * i
    high = [v * 2 for v in high if v % 3 != 0]
    v = 7
    both = len([v for v in a if v < 0]) - len([v for v in b if v < 0])
    many = sum(p * q for p in x for q in x if p < q)
    return len(high), sum(high), pairs, total, v, both, many, 1 if high else 0
