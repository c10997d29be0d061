# args: s=float64[6] k=float64[6]
# range: s=80..120 k=80..120
# ulp: 2000
from pylog import *
import numpy as np


@pylog
def black_scholes(s, k):
    """Cumulative normal by a polynomial; the cancellation costs digits."""
    r = 0.02
    v = 0.3
    t = 1.5
    d1 = (np.log(s / k) + (r + v * v / 2) * t) / (v * np.sqrt(t))
    d2 = d1 - v * np.sqrt(t)

    def cnd(x):
        a = 1.0 / (1.0 + 0.2316419 * np.abs(x))
        p = a * (0.319381530 + a * (-0.356563782 + a * (1.781477937 + a * (-1.821255978 + a * 1.330274429))))
        w = 1.0 - 0.3989422804014327 * np.exp(-x * x / 2) * p
        return np.where(x < 0, 1.0 - w, w)

    return s * cnd(d1) - k * np.exp(-r * t) * cnd(d2)
