# PyLog listing 1: a custom function over the rows of the input.
# args: inputs=float32[4,8] out=float32[4]
from pylog import *
import numpy as np


@pylog
def compute(inputs, out):
    def do_work(data):
        s = data[0]
        for k in range(1, 8):
            s = s * 0.5 + data[k]
        return s

    i = 0
    for d in inputs:
        out[i] = do_work(d)
        i += 1
