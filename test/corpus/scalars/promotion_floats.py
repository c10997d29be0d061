# args: h=float16 f=float32 d=float64 i8=int8 u16=uint16 i32=int32 i64=int64 b=bool
# range: h=1..4 f=1..4 d=1..4 i8=1..9 u16=1..9 i32=1..9 i64=1..9
from pylog import *
import numpy as np


@pylog
def promotion_floats(h, f, d, i8, u16, i32, i64, b):
    return (
        h + f, h * d, f - d, h + i8, h * u16, h + i32, f * i8, f + u16, f * i32, f + i64,
        d * i64, b + h, b + f, b + i8, h / i8, b * b, b + b, b / b, i8 / i8, h * 2, f * 2.5,
    )
