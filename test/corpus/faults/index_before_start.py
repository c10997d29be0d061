# args: a=int32[5] i=-6
# raises: IndexError
from pylog import *
import numpy as np


@pylog
def index_before_start(a, i):
    a[i] = 3
