# lutra: run --on verilog --in k=12
from pylog import *


@pylog
def pick(a: "int32[8]", k: "int32"):
    return a[k]
