# args: a=int32[4] n=3
from pylog import *
import numpy as np


@pylog
def unary_chains(a, n):
    return - -a, ~~a, -(-n), not not n, +a[0], -a[0] ** 2, (-a[0]) ** 2, -n ** 2, ~n
