# args: a=int32[6] b=int32[6] k=2
from pylog import *
import numpy as np


@pylog
def view_chosen_by_branch(a, b, k):
    if k > 1:
        v = a
    else:
        v = b
    v[0] = 77
    w = a[:3] if k > 5 else b[3:]
    w[1] = 88
    return v[1] + w[0]
