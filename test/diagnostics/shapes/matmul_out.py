# args: a=float32[4,8] b=float32[8,4] c=float32[4,8]
from pylog import *


@pylog
def k(a, b, c):
    matmul(a, b, c)
