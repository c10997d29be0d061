from pylog import *
import numpy as np


@pylog
def kernel(a: "int32[8]"):
    never = a[0:4]
    pragma("HLS bind_op variable=s op=add impl=dsp")
    s = 0
    for i in range(8):
        a[i] += 1
        s += 1
