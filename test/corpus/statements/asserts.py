# args: a=int32[8] n=4
from pylog import *


@pylog
def asserts(a, n):
    assert n > 0, "n must be positive"
    assert a.shape == (8,)
    total = 0
    for i in range(n):
        assert i < len(a), f"{i} is outside"
        total += a[i]
    assert total < 10_000
    return total
