# args: a=int32[5] x=float64[6]
# sum: 1 of 1000
from pylog import *


def largest_first(v):
    v.sort(reverse=True)
    return v.index(2)


@pylog
def methods(a, x):
    queue = [0]
    for v in a:
        queue.append(int(v))
    order = 0
    while queue:
        order = order * 3 + queue.pop(0)
    front = [1]
    for k in range(4):
        front.insert(k // 2, int(a[k]))
    front.insert(-1, 99)
    front.insert(100, 98)
    front.insert(-100, 97)
    front.remove(99)
    middle = list(x)
    middle.sort()
    least = middle.copy()[0]
    middle.reverse()
    down = [3, 1, 2]
    at = largest_first(down)
    return at, order, front[0], front[1], front[-1], front[-2], len(front), least, middle[0], down[1], down.index(1), down.count(3)
