# args: x=float32[6] w1=float32[6,8] b1=float32[8] w2=float32[8,3] b2=float32[3]
# range: x=-1..1 w1=-1..1 b1=-1..1 w2=-1..1 b2=-1..1
# sum: 20 of 8
from pylog import *
import numpy as np


@pylog
def mlp(x, w1, b1, w2, b2):
    def dense(v, w, b):
        return v @ w + b

    def relu(v):
        return np.maximum(v, 0)

    h = relu(dense(x, w1, b1))
    o = dense(h, w2, b2)
    return h, o, np.argmax(o)
