# args: u=uint8[4]
from pylog import *
import numpy as np


@pylog
def compare_out_of_range(u):
    return u < 1000, u >= -5, u == 300
