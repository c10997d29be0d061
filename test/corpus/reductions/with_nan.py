# args: f=float32[5]
# values: f=1.0,nan,3.0,-inf,2.0
from pylog import *
import numpy as np


@pylog
def with_nan(f):
    return np.max(f), np.min(f), np.argmax(f), np.sort(f), np.isnan(f).sum(), np.where(np.isnan(f), 0, f), f == f, np.sum(f[2:4]), np.argmin(f)
