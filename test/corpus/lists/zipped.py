# args: a=int64[6] b=float64[6]
# Lists of what zip, enumerate and reversed give, of numbers of one type and of two; the number of a letter.
from pylog import *


@pylog
def zipped(a, b):
    pairs = list(zip(a, b))
    same = list(zip(a, a))
    places = list(enumerate(a))
    back = list(reversed(a))
    near = [(x, k) for k, x in enumerate(b) if x < 1]
    total = 0.0
    for x, y in pairs:
        total += x * y
    for x, k in near:
        total += x * k
    return total, len(pairs), pairs[3][1], same[1][1], places[2][1], back[0], len(near), ord("a") - ord("A")
