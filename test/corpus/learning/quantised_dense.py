# args: x=uint8[8] w=int8[4,8] bias=int32[4]
# range: x=0..40 w=-10..10 bias=-300..300
from pylog import *
import numpy as np


@pylog
def quantised_dense(x, w, bias):
    acc = w.astype(np.int32) @ x.astype(np.int32) + bias
    scaled = (acc * 77 + 512) >> 10
    return np.clip(scaled, -128, 127).astype(np.int8)
