# args: n=20
from pylog import *
import math


@pylog
def math_gcd(n):
    return math.gcd(84, n), math.isqrt(99 + n)
