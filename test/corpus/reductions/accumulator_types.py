# args: i8=int8[20] u8=uint8[20] i32=int32[20] u32=uint32[20] u64=uint64[20] b=bool[20] h=float16[20] f=float32[20]
# sum: 20
from pylog import *
import numpy as np


@pylog
def accumulator_types(i8, u8, i32, u32, u64, b, h, f):
    """Small integers add up in 64 bits, floats in their own type."""
    return (
        np.sum(i8), np.sum(u8), np.sum(i32), np.sum(u32), np.sum(u64), np.sum(b), np.sum(h), np.sum(f),
        np.sum(f, dtype=np.float64), np.sum(i8, dtype=np.int16), np.mean(i8), np.mean(f), np.max(i8), np.min(u64),
        np.cumsum(i8), np.mean(b),
    )
