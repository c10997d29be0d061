"""Batch normalisation of two features, with the mean and variance that training left."""
import numpy as np
from pylog import *


@pylog
def batch_norm(
    x: "float<5,11>[10, 2, 3, 3]",
    mean: "float<5,11>[2]",
    variance: "float<5,11>[2]",
    scale: "float<5,11>[2]",
    bias: "float<5,11>[2]",
    out: "float<5,11>[10, 2, 3, 3]",
):
    for f in range(2):
        deviation = np.sqrt(variance[f] + 1e-3)
        for n in range(10):
            for i in range(3):
                for j in range(3):
                    out[n, f, i, j] = (x[n, f, i, j] - mean[f]) / deviation * scale[f] + bias[f]
