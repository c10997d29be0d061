# args: a=int32[3] u=uint32
# values: a=1,2,3 u=4294967295
# raises: OverflowError
import numpy as np
from pylog import *


@pylog
def fill_must_fit(a, u):
    a.fill(u)
