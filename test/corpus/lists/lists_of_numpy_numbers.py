# args: weights=int64[6] values=int64[6] capacity=10
# range: weights=1..6 values=1..30
from pylog import *


@pylog
def lists_of_numpy_numbers(weights, values, capacity):
    n = len(weights)
    best = [[0] * (capacity + 1) for _ in range(n + 1)]
    for i in range(1, n + 1):
        for w in range(capacity + 1):
            best[i][w] = best[i - 1][w]
            if weights[i - 1] <= w:
                best[i][w] = max(best[i][w], best[i - 1][w - weights[i - 1]] + values[i - 1])
    return best[n][capacity], np.array(best)
