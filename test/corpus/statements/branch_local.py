# args: a=float32[6] flag=True
from pylog import *
import numpy as np


@pylog
def branch_local(a, flag):
    """A local that is first assigned inside a branch."""
    if flag:
        scale = a[0] * 2
        v = a[:3]
    else:
        scale = a[1] + 1
        v = a[3:]
    return scale, v * scale
