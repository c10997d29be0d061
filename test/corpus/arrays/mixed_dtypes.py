# args: i8=int8[5] u8=uint8[5] i16=int16[5] u16=uint16[5] i32=int32[5] u32=uint32[5] i64=int64[5] u64=uint64[5]
from pylog import *
import numpy as np


@pylog
def mixed_dtypes(i8, u8, i16, u16, i32, u32, i64, u64):
    return (
        i8 + u8, i8 * i16, u8 + i16, i16 - u16, u16 * i32, i32 + u32, u32 * i64, i64 + u64,
        u8 + u64, i8 - u64, i8 & i32, u8 ^ u16, u16 | u64, i64 // i8, u32 % u8,
    )
