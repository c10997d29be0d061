# args: rows=float32[3,4] v=float32[5]
from pylog import *
import numpy as np


@pylog
def nested_map(rows, v):
    """A map in the body of a map: the inner axes come last."""
    table = plmap(lambda x: plmap(lambda y: x * y, v), rows[0])
    sums = plmap(lambda x: np.max(plmap(lambda y: y - x, v)), rows)
    return table, sums
