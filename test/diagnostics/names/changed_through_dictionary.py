# args: a=int64[8]
from pylog import *

TABLE = [1, 2, 3]
tables = {"first": TABLE}
for name in tables:
    tables[name][0] = 5


@pylog
def k(a):
    return a * TABLE[0]
