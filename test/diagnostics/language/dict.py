# args: a=float32[8]
from pylog import *


@pylog
def k(a):
    d = {"x": a[0], "y": a[1]}
    return d["x"], d.get("z", 0)
