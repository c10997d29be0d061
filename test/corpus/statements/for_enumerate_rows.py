# args: m=int32[3,4] out=int32[3]
from pylog import *
import numpy as np


@pylog
def for_enumerate_rows(m, out):
    for i, row in enumerate(m):
        out[i] = row[0] + row[-1]
