# args: p=float32[5,4] labels=int64[5] q=int32[3,4,5] n=2
# range: labels=0..3
from pylog import *


@pylog
def index_pairs(p, labels, q, n):
    rows = np.arange(5)
    picked = p[rows, labels]
    p[rows, labels] -= 1
    p[rows, -1 - labels] = picked * 2
    cells = q[rows % 3, labels, rows]
    crossed = q[n, np.array([[0], [3]]), np.array([1, 4, 2])]
    return picked, p, cells, crossed
