# args: a=7 b=3 c=2
from pylog import *
import numpy as np


@pylog
def precedence(a, b, c):
    return a - b - c, a - (b - c), a // b * c, a % b ** c, a << b - c, a & b | c, a ^ b & c, -a % b, not a == b, a < b == False, 2 ** 3 ** 2, a * -b, (a + b) * c % 5, a - -b
