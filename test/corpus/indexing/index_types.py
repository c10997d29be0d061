# args: a=int32[10] i8=int8 u8=uint8 i64=int64
# range: i8=0..9 u8=0..9 i64=-10..9
from pylog import *
import numpy as np


@pylog
def index_types(a, i8, u8, i64):
    return a[i8], a[u8], a[i64], a[i8 - 9], a[:u8].sum(), a[u8 % 10], a[-u8 % 10]
