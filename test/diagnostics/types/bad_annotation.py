from pylog import *


@pylog
def k(a: "flot32[8]"):
    return a
