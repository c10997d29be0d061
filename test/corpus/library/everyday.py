# args: a=float64[3,5] b=int32[7] u=uint8[20] w=float64[20] lo=float64 hi=float64
# values: a=nan,2,-3,4.5,nan,1,0,nan,7,-8,1,2,3,4,5
# sum: 20 of 1000
from pylog import *


@pylog
def everyday(a, b, u, w, lo, hi):
    counts = np.bincount(u, minlength=256)
    weighted = np.bincount(u, weights=w, minlength=300)
    order = np.lexsort((b, b % 3))
    row, column = np.unravel_index(np.argmax(w), (4, 5))
    square = w[:16].reshape(4, 4).copy()
    np.fill_diagonal(square, 9)
    close = np.allclose(w, w + 1e-9) and not np.allclose(w, w + 1)
    folded = (np.nanmax(a), np.nanmin(a, axis=1), np.nansum(a, axis=0), np.nanmean(a))
    line = np.linspace(lo, hi, 9)
    sums, edges = np.histogram(w, 5, weights=w)
    total = 0.0
    for v in square.flat:
        total += v
    return counts, weighted, order, row, column, square, close, folded[0], folded[1], folded[2], folded[3], line, sums, total
