# args: a=int8[4] x=uint16
# values: a=1,2,3,4 x=10544
# raises: OverflowError
import numpy as np
from pylog import *


@pylog
def element_must_fit(a, x):
    a[1] = x
