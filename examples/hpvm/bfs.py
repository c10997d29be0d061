"""Breadth-first search from node 0, as Rodinia has it: a front of nodes marks their neighbours, then becomes what was marked,
until nothing is."""
import numpy as np
from pylog import *

NODES = 64
EDGES = 384


@pylog
def bfs(start: "int32[65]", target: "int32[384]", cost: "int32[64]"):
    """The edges of node i go to target[start[i]] to target[start[i + 1] - 1]. A cost of -1: it cannot be reached."""
    front = np.zeros(NODES, dtype=np.uint8)
    marked = np.zeros(NODES, dtype=np.uint8)
    seen = np.zeros(NODES, dtype=np.uint8)
    for n in range(NODES):
        cost[n] = -1
    front[0] = 1
    seen[0] = 1
    cost[0] = 0
    going = True
    while going:
        for i in range(NODES):
            if front[i] == 1:
                front[i] = 0
                for e in range(start[i], start[i + 1]):
                    other = target[e]
                    if seen[other] == 0:
                        cost[other] = cost[i] + 1
                        marked[other] = 1
        going = False
        for j in range(NODES):
            if marked[j] == 1:
                front[j] = 1
                seen[j] = 1
                marked[j] = 0
                going = True


def data(rng):
    lengths = rng.multinomial(EDGES, np.full(NODES, 1 / NODES))
    return {
        "start": np.concatenate([[0], np.cumsum(lengths)]).astype(np.int32),
        "target": rng.integers(0, NODES, EDGES, dtype=np.int32),
        "cost": np.zeros(NODES, np.int32),
    }
