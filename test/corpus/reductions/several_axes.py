# args: t=int32[2,3,4]
from pylog import *
import numpy as np


@pylog
def several_axes(t):
    return t.sum(axis=(0, 1)), t.sum(axis=-1, keepdims=True), np.max(t, axis=1, keepdims=True), t - t.mean(axis=0)
