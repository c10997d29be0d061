from pylog import *
import numpy as np


@pylog
def divisions(a: "float64[32]", b: "float64[32]", c: "float64"):
    """Two recurrences through a division, and two divisions after them: one divider is idle in all cycles but one of each."""
    s = c
    for i in range(32):
        s = a[i] / s
    t = c
    for j in range(32):
        t = b[j] / t
    return s / c, t / c
