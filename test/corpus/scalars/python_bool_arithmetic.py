# args: p=True q=False n=5
from pylog import *
import numpy as np


@pylog
def python_bool_arithmetic(p, q, n):
    a = p + p
    b = p * n + q
    c = p and not q
    d = p ^ q
    e = p & q
    f = p | q
    g = p == 1
    return a, b, c, d, e, f, g, bool(n), bool(n - 5), int(p), not n
