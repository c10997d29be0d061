# args: n=40
from pylog import *
import numpy as np


@pylog
def python_int_large(n):
    """Exact up to 64 bits: no wrap at 32."""
    a = 1
    for i in range(n):
        a = a * 2 + 1
    b = a % 1000003
    c = a // 7 - (a >> 3)
    d = (a & 0xFFFFFFFF) ^ 0x5A5A5A5A
    return a, b, c, d
