# args: f=float64[8] g=float32[6]
# values: f=1e10,-1e10,3e9,2147483648.0,-2147483649.0,nan,inf,-inf g=1e20,-1e20,300.7,-300.7,70000.5,nan
from pylog import *
import numpy as np


@pylog
def astype_edges(f, g):
    """Out of range: as the machine does it for int32 and int64."""
    return f.astype(np.int64), f.astype(np.float32), g.astype(np.float16), g[2:4].astype(np.int16), f[:5].astype(np.int64)
