# args: a=float32[8]
from pylog import *


@pylog
def list_item_shared(a):
    row = [0, 0, 0]
    rows = []
    for i in range(4):
        row[i % 3] = i
        rows.append(row)
    same = [[0] * 3] * 2
    same[0][0] = 1
    return np.array(rows), same[1][0]
