# args: x=float32[10]
# ulp: 5
from pylog import *
import numpy as np


@pylog
def sigmoid(x):
    return 1 / (1 + np.exp(-x)), np.tanh(x * 0.5), np.where(x > 0, x, 0.01 * x), x / (1 + np.abs(x))
