# args: a=int32[3] lambda_=2
from pylog import *
import numpy as np


@pylog
def odd_names(a, lambda_):
    list_ = a * lambda_
    np_ = list_ + 1
    x_1 = np_[0]
    x = np_[1]
    x = x * 0.5
    return list_, x, x_1
