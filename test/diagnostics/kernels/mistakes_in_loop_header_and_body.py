# args: a=float32[8]
from pylog import *


@pylog
def k(a):
    for i in rang(8):
        a[i] = wrong
    while a[0] > limit:
        a[0] = wrong2
