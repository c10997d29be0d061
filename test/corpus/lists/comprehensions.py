# args: a=float64[5] m=int32[6,6] n=4
# sum: 8 of 10000
from pylog import *

LEVELS = [3, 1, 4, 1, 5, 9]


@pylog
def comprehensions(a, m, n):
    cells = [m[i, j] for i in range(3) for j in range(2)]
    upper = [m[i, j] for i in range(n) for j in range(n) if i < j if (i + j) % 2 == 1]
    odd = [v for v in LEVELS if v % 2 == 1]
    around = sum(
        np.roll(np.roll(m, dy, axis=0), dx, axis=1)
        for dy in (-1, 0, 1)
        for dx in (-1, 0, 1)
        if (dy, dx) != (0, 0)
    )
    rows = np.array([[a[i] * j for j in range(3)] for i in range(2)])
    lags = np.array([np.sum(a[: len(a) - lag] * a[lag:]) for lag in range(4)])
    return np.array(cells), np.array(upper), np.array(odd), around, rows, lags
