# args: n=5
from pylog import *
import numpy as np


@pylog
def bounded_recursion(n):
    def fact(k):
        return 1 if k == 0 else k * fact(k - 1)

    return fact(5)
