from pylog import *
import numpy as np


@pylog
def bfs(begins: "int32[257]", edges: "int32[4096]", start: "int32", levels: "int8[256]", counts: "int32[10]"):
    """Breadth-first search, level by level, over all nodes."""
    levels[start] = 0
    counts[0] = 1
    for horizon in range(9):
        count = np.int32(0)
        for n in range(256):
            if levels[n] == horizon:
                for e in range(begins[n], begins[n + 1]):
                    other = edges[e]
                    if levels[other] == 127:
                        levels[other] = horizon + 1
                        count += 1
        counts[horizon + 1] = count
        if count == 0:
            break
