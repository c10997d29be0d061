# args: i8=int8[8] u8=uint8[8] f=float32[8] i32=int32[8]
# range: i32=1..9
# sum: 8 of 100
from pylog import *
import numpy as np


@pylog
def dot_types(i8, u8, f, i32):
    return dot(i8, i8), dot(i8, u8), dot(f, f), dot(f, i32), dot(u8, u8), dot(i32, 0.5)
