# args: x=float32[10,3] y=int32[10] w=float32[4]
# range: y=0..1
from pylog import *
import numpy as np


@pylog
def perceptron(x, y, w):
    errors = 0
    for epoch in range(3):
        for i in range(10):
            s = w[3]
            for j in range(3):
                s += w[j] * x[i, j]
            out = 1 if s > 0 else 0
            delta = int(y[i]) - out
            if delta != 0:
                errors += 1
                w[:3] += 0.5 * delta * x[i]
                w[3] += 0.5 * delta
    return errors
