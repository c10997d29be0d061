# args: a=uint8[8] b=uint8[8]
# values: a=0,1,255,200,17,90,3,255 b=1,2,3,0,5,255,4,255
from pylog import *
import numpy as np


@pylog
def uint_division(a, b):
    return a // b, a % b, a / b
