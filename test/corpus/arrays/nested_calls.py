# args: a=float32[6] b=float32[6]
# ulp: 5
from pylog import *
import numpy as np


@pylog
def nested_calls(a, b):
    c = np.sqrt(np.abs(a) + np.maximum(b, 0)) * np.where(a > b, np.exp(-np.abs(a)), 1.0)
    d = np.clip(np.floor(a * 2) - np.minimum(a, b), -1, 1)
    return c, d, np.abs(np.diff(np.sort(a)))
