from pylog import *


@pylog
def k(a: "float32[8,x]", b: "int0", c: "fixed<8>", d: float32[8, 8]):
    return a
