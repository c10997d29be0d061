# args: a=float64[6] k=int16[5]
from pylog import *


@pylog
def appended(a, k):
    doubled = []
    for x in a:
        doubled.append(x * 2)
    pairs = [k[0]]
    for i in range(1, 9, 2):
        pairs.append(k[i // 2] + pairs[-1])
        pairs.append(k[i % 5])
    table = []
    for i in range(4):
        row = []
        for j in range(3):
            row.append(a[i] * j)
        table.append(row)
    fibonacci = [0, 1]
    for _ in range(10):
        fibonacci.append(fibonacci[-1] + fibonacci[-2])
    fibonacci[3] = 7
    return np.array(doubled), np.array(pairs), np.array(table), np.array(fibonacci), len(doubled) + len(table)
