# args: n=int32
import math
from pylog import *


@pylog
def k(n):
    return math.factorial(n)
