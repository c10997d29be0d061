# args: x=float64[16] n=5
import numpy as np
from pylog import *


@pylog
def counted_ranges(x, n):
    """np.arange between bounds that a loop gives, and differences of as many elements as a run counts."""
    s = 0.0
    total = 0
    for t in range(0, 15):
        s += np.sum(np.arange(t) * x[:t])
        s += np.sum(np.arange(t, 16) * x[t:])
        s += np.sum(np.arange(t, 16, 3) * x[t::3])
        s += np.sum(np.arange(t, -1, -1))
        total += np.sum(np.arange(t, 2 * t - 5)) + np.arange(t, -t, -2).sum()
        s += np.arange(t, 20, dtype=np.float32).sum()
        w = np.arange(t) / 7
        for k in range(len(w)):
            s += w[k]
        d = np.diff(x[:t])
        s += d.sum()
        if len(d) > 2:
            s += np.diff(d * 2).max() + np.diff(x[:t], n=2).min()
        m = np.diff(x[t:] > 0)
        total += m.sum()
    return s, total
