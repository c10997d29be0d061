# args: a=float64[11] f=float32[8] k=int16[3,4]
from pylog import *


@pylog
def order_statistics(a, f, k):
    peaks = np.maximum.accumulate(a)
    lows = np.minimum.accumulate(k[0])
    return (
        np.percentile(a, 90),
        np.percentile(k, 33),
        np.quantile(a, 0.25),
        np.quantile(f, 0.5),
        np.percentile(a, 100),
        peaks,
        lows,
    )
