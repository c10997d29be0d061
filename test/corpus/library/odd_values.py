# args: x=float64[4] y=float64[7] m=bool[3] k=int8[3] u=uint8[4] v=float64[5]
# values: v=1,nan,0.5,inf,-2 u=0,5,11,7
# sum: 8 of 100
from pylog import *


@pylog
def odd_values(x, y, m, k, u, v):
    same = np.correlate(x, y, "same")
    counts, edges = np.histogram(k, 4, (2, 2))
    places = np.searchsorted(np.sort(v), v)
    after = np.searchsorted(np.sort(v), v, side="right")
    rows, columns = np.unravel_index(u, (3, 4))
    steps = np.heaviside(k, 0.5)
    return same, counts, edges, places, after, rows, columns, steps, np.conj(m), np.angle(m), np.linspace(0, 3, 4, dtype=complex)
