# args: a=float32[8]
from pylog import *


@pylog
def list_method(a):
    order = []
    for x in a:
        order.append(x)
    order.append(1.0, 2.0)
    return order.sort(key=abs)
