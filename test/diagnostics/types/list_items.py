# args: a=float32[8]
from pylog import *


@pylog
def list_items(a):
    parts = []
    parts.append(a[:4])
    parts.append(a[:3])
    return np.array(parts)
