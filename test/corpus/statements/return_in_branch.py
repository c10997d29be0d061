# args: a=int32[4] p=False
from pylog import *
import numpy as np


@pylog
def return_in_branch(a, p):
    if p:
        return a
    return a * 2
