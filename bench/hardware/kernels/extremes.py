from pylog import *
import numpy as np


@pylog
def extremes(a: "int32[64]", b: "int32[64]", low: "int32[64]", high: "int32[64]"):
    """The smaller and the larger of each pair."""
    for i in range(64):
        low[i] = min(a[i], b[i])
        high[i] = max(a[i], b[i])
