# args: x=float32[4] e=float64[4] k=int8[4] q=float64 n=float64[3]
# values: x=0.1,0.3,0.7,0.9 e=0.1,0.3,0.7,0.9 k=-100,100,-90,90 q=0.3 n=nan,1,2
from pylog import *


@pylog
def types_of_places(x, e, k, q, n):
    counts, edges = np.histogram(x, e)
    whole, steps = np.histogram(k, np.array([-100, 0, 100]))
    some, _ = np.histogram(x, [0, 1])
    places = np.searchsorted(x, 0.7), np.searchsorted(x, np.float64(0.7)), np.searchsorted(np.sort(k), 5)
    shares = np.quantile(x, 0.9), np.percentile(x, 33), np.quantile(k, 0.4), np.percentile(k, 90), np.quantile(e, q)
    first, second, third = places
    a, b, c, d, f = shares
    return counts, edges, whole, steps, some, first, second, third, a, b, c, d, f, np.percentile(n, 25), np.quantile(x, q)
