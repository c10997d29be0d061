# args: a=int32[3,4] f=float32[3,4] t=int64[2,3,4]
# sum: 12
from pylog import *
import numpy as np


@pylog
def axes(a, f, t):
    return (
        np.sum(a, axis=0), np.sum(a, axis=1), np.sum(f, axis=0), f.sum(axis=1), np.max(a, axis=0), np.min(f, axis=1),
        np.argmax(a, axis=1), np.argmin(f, axis=0), np.sum(t, axis=2), np.sum(t, axis=-2), np.sum(t, axis=(0, 2)), np.max(t, axis=(1, 2)),
        np.mean(a, axis=0), np.mean(f, axis=1), t.min(axis=0),
    )
