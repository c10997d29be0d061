from pylog import *
import numpy as np


@pylog
def kernel(a: "int32[8]"):
    n = 8
    pragma("HLS bind_op variable=n op=add impl=dsp")
    for i in range(n):
        a[i] += 1
