# args: q=float32[3,4] k=float32[5,4] v=float32[5,2]
# range: q=-1..1 k=-1..1 v=-1..1
# sum: 40 of 1
from pylog import *
import numpy as np


@pylog
def attention(q, k, v):
    s = q @ k.T / np.sqrt(np.float32(4))
    e = np.exp(s - s.max(axis=1, keepdims=True))
    return (e / e.sum(axis=1, keepdims=True)) @ v
