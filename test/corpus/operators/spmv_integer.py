# args: rp=int32[4] c=int32[5] v=int32[5] x=int32[4]
# values: rp=0,2,2,5 c=0,3,1,2,3
from pylog import *
import numpy as np


@pylog
def spmv_integer(rp, c, v, x):
    return spmv(rp, c, v, x) + 1
