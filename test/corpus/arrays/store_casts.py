# args: f=float64[6] i=int64[6] h=float16[6] b=int8[6] u=uint8[6] p=bool[6]
# values: f=1.9,-1.9,100.25,0.5,-0.5,7.0 i=300,-300,128,0,255,256
from pylog import *
import numpy as np


@pylog
def store_casts(f, i, h, b, u, p):
    """Storing an array converts its elements as astype does."""
    h[:] = f
    b[:] = i
    u[:] = i
    p[:] = i
    i[:] = f
