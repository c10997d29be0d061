# args: weights=int64[6] values=int64[6]
# range: weights=1..6 values=1..30
from pylog import *

CAPACITY = 12


@pylog
def tables_of_lists(weights, values):
    best = [[0] * (CAPACITY + 1) for _ in range(len(weights) + 1)]
    for i in range(1, len(weights) + 1):
        for w in range(CAPACITY + 1):
            best[i][w] = best[i - 1][w]
            if weights[i - 1] <= w:
                best[i][w] = max(best[i][w], int(best[i - 1][w - weights[i - 1]] + values[i - 1]))
    grid = [[i * j for j in range(4)] for i in range(3)]
    for row in grid:
        row[1] += 100
    grid[2] = grid[0][:]
    grid[0][0] = 5
    return best[len(weights)][CAPACITY], np.array(grid)
