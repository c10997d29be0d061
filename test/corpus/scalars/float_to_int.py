# args: f=float32[6]
# values: f=0.5,-0.5,1e9,-3e9,2.9999998,-0.0
from pylog import *
import numpy as np


@pylog
def float_to_int(f):
    return f.astype(np.int64), f[:3].astype(np.int32), np.int64(f[3]), int(f[3]), np.round(f).astype(np.int64), np.rint(f[4])
