# args: a=int32[8]
# range: a=0..7
# A table that a loop fills, element by element.
from pylog import *

TABLE = [0] * 8
for n in range(8):
    TABLE[n] = n * n


@pylog
def table_by_loop(a):
    out = np.zeros(8, np.int64)
    for i in range(8):
        out[i] = TABLE[a[i]] + n
    return out
