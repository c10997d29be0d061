# args: a=float32[4] n=3
from pylog import *
import numpy as np


@pylog
def annotated(a: "float32[4]", n: int):
    s: float = 0.5
    t: int = n
    v = a * t
    return v + s
