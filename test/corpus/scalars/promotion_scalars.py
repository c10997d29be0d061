# args: i8=int8 u8=uint8 i16=int16 u16=uint16 i32=int32 u32=uint32 i64=int64 u64=uint64
# range: i8=-9..9 u8=1..9 i16=-9..9 u16=1..9 i32=-9..9 u32=1..9 i64=-9..9 u64=1..9
from pylog import *
import numpy as np


@pylog
def promotion_scalars(i8, u8, i16, u16, i32, u32, i64, u64):
    """Signed with unsigned widens; int64 with uint64 is float64."""
    return (
        i8 + u8, i8 + i16, u8 + u16, i8 * u16, i16 - u16, i16 * u32, i32 + u32, i64 * u32,
        i64 + u64, i8 - u64, u8 | u64, i8 & i64, u32 // u16, i32 / i8, u8 / u8, i16 % i64,
    )
