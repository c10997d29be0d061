from pylog import *
import numpy as np



def helper(b):
    pragma("HLS unroll factor=2")
    b[0] += 1


@pylog
def kernel(a: "int32[8]"):
    pragma("HLS dependence variable=a inter false")
    for i in range(8):
        pragma("HLS interface m_axi port=a")
        helper(a)
