# args: h=float16 f=float32 i8=int8 u8=uint8 i32=int32 b=bool
# range: h=1..4 f=1..4 i8=1..9 u8=1..9 i32=1..9
from pylog import *
import numpy as np


@pylog
def weak_literals(h, f, i8, u8, i32, b):
    """Python numbers take the type of what they meet; a float literal lifts an integer to float64."""
    return (
        i8 + 1, u8 * 2, u8 - 9, i32 + 1.5, i8 * 0.5, f + 1, f * 0.1, h + 0.1, h * 3, b + 1, b * 2.0,
        1 - u8, 2 ** u8, 100 // i8, 7 % i32, 1.0 / f, True + i8, f * True,
    )
