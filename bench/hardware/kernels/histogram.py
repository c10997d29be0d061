from pylog import *
import numpy as np


@pylog
def histogram(values: "int32[1024]", counts: "int32[256]"):
    """How often each of 256 values comes up among 1024; counts are added to."""
    for i in range(1024):
        counts[values[i]] += 1
