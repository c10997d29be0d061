# args: m=int32[6,6]
from pylog import *
import numpy as np


@pylog
def map_of_view_variable(m):
    inner = m[1:-1, 1:-1]
    return plmap(lambda x: x[-1, -1] + x[1, 1], inner)
