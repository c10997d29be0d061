# args: f=float32[8] i=int32[8] u=uint16[8]
# values: f=1.5,-1.5,2.9,-2.9,0.0,99.99,-0.0,127.0 i=0,1,-1,127,128,255,256,-129 u=0,1,255,256,32767,32768,65535,300
from pylog import *
import numpy as np


@pylog
def astype(f, i, u):
    return (
        f.astype(np.int32), f.astype(np.int8), f.astype(np.float64), f.astype(np.float16), f.astype(bool),
        i.astype(np.int8), i.astype(np.uint8), i.astype(np.uint64), i.astype(np.float32), i.astype(bool),
        u.astype(np.int16), u.astype(np.uint8), u.astype("float32"), i.astype(float), f.astype(int),
    )
