# args: a=float32[8]
import random
from pylog import *


def scaler(factor):
    def scale(x):
        return x * factor

    return scale


scale = scaler(random.random())


@pylog
def k(a):
    return scale(a)
