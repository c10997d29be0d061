from pylog import *


@pylog
def k(a, b: "float32[8]"):
    return a + b
