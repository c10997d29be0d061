# args: a=int32[4] b=int32[4] c=int32[4]
from pylog import *
import numpy as np


@pylog(mode="cgen", board="zedboard", freq=125.0)
def decorator_options(a, b, c):
    pragma("HLS INTERFACE m_axi port=a")
    c[:] = a + b
