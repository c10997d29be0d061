# args: a=float32[8]
from pylog import *


@pylog
def k(a):
    table = {}
    for key, value in table.items():
        a[key] = value
