# args: a=float32[8]
from pylog import *


@pylog
async def k(a):
    return a
