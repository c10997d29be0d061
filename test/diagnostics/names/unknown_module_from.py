# args: a=float32[8]
from random import randint
from pylog import *


@pylog
def k(a):
    a[0] = randint(0, 5)
