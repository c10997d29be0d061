from pylog import *


@pylog
def kernel(n: int):
    prev = [1]
    cur = []
    for i in range(4):
        cur.clear()
        cur.append(n)
        for j in range(1, len(prev)):
            cur.append(prev[j - 1] + prev[j])
        prev, cur = cur, prev
    return len(prev)
