# args: a=float32[8] n=float32
from pylog import *


@pylog
def k(a: "int32[8]", n: int):
    return a
