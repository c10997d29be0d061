# args: a=int16[3,4] f=float32[5]
from pylog import *
import numpy as np


@pylog
def dtype_forms(a, f):
    """Shapes and types taken from other arrays, dtypes by name and by Python type."""
    rows, cols = a.shape
    b = np.zeros(a.shape, dtype=a.dtype)
    c = np.zeros((rows, cols), dtype="uint8")
    d = np.ones(len(f), dtype=f.dtype)
    e = np.zeros(a.shape[1], dtype=int)
    g = np.zeros((2, rows), dtype=float)
    h = np.zeros(3, bool)
    k = np.empty((cols,), np.float16)
    k[:] = 1.5
    b[:] = a + 1
    return b, c, d, e, g, h, k, np.full(a.shape, 2), np.arange(rows, dtype=a.dtype), a.astype(f.dtype)
