# args: n=27
from pylog import *
import numpy as np

COINS = [1, 4, 9]


@pylog
def coin_change(n):
    ways = np.zeros(40, dtype=np.int64)
    fewest = np.full(40, 1000)
    ways[0] = 1
    fewest[0] = 0
    for c in COINS:
        for v in range(c, n + 1):
            ways[v] += ways[v - c]
            fewest[v] = min(fewest[v], fewest[v - c] + 1)
    return ways[n], fewest[n]
