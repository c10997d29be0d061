from pylog import *


@pylog
def k(a: "flot[8]", b):
    return missing
