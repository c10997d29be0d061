# args: a=float32[8]
from pylog import *


@pylog
def k(a):
    async def f(x):
        return x

    return f(a[0])
