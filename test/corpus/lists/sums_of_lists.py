# args: a=int64[12] pts=float64[9,2]
import numpy as np
from pylog import *


@pylog
def sums_of_lists(a, pts):
    """Sums of lists, of which some are as long as data say; what they are extended by."""
    low = [int(x) for x in a if x < 0]
    high = [int(x) for x in a if x >= 0]
    both = low + [7] + high
    both2 = [1, 2] + both
    more = both[1:]
    more.append(5)
    more.extend(low)
    more += high
    b3 = list(range(20))
    b3.extend(range(30))
    b3.extend(list(a))
    rows = [p for p in pts if p[0] > 0]
    rows2 = rows[:-1] + rows[1:]
    s = 0.0
    for k in range(len(rows2)):
        s += k * rows2[k][1] + rows2[k][0]
    fixed = [1.5, 2.5] + [x * 2 for x in pts[:, 0]]
    t = [3] * 4 + [x + 1 for x in a]
    digits = []
    n = 2024
    while n:
        digits.append(n & 1)
        n >>= 1
    digits = digits[::-1]
    value = 0
    for d in digits:
        value = value * 2 + d
    digits = digits[1:] + digits
    digits.append(value)
    return digits.count(1), value, len(digits), digits[-1], len(both), sum(both), both[-1], sum(both2), len(more), more[3], sum(more), np.array(b3), s, np.array(fixed), np.array(t)
