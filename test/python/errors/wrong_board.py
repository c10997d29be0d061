from pylog import *


@pylog(mode="hwgen", board="alveo_u20")
def double(a):
    return a * 2
