# args: h=float16[4] f=float32[4] d=float64[4] i8=int8[4] i16=int16[4] i32=int32[4] b=bool[4]
# range: i8=1..9 i16=1..99 i32=1..999
from pylog import *
import numpy as np


@pylog
def mixed_float_dtypes(h, f, d, i8, i16, i32, b):
    return h + f, f * d, h * i8, h + i16, h * i32, f + i16, f * i32, d / i32, b * f, b + i8, b + b, b * h, i8 / i16
