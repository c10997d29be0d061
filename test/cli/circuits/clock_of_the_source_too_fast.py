# lutra: report --part ice40up
from pylog import *


@pylog(freq=400)
def twice(a: "int32[8]"):
    for i in range(8):
        a[i] = a[i] * 2
