# args: a=float32[8]
from pylog import *


@pylog
def list_iterated(a):
    queue = [0]
    for k in queue:
        if k < 5:
            queue.append(k + 1)
    return len(queue)
