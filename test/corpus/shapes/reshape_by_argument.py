# args: a=int32[24] rows=4
from pylog import *


@pylog
def reshape_by_argument(a, rows):
    columns = a.size // rows
    b = np.reshape(a, (rows, columns))
    kept = [0] * rows
    for i in range(rows):
        kept[i] = int(b[i].max())
    return b.T, b.sum(axis=0), np.array(kept)
