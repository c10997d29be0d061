# args: adj=uint8[5,5]
# range: adj=0..1
# seed: 7
# sum: 200 of 1
from pylog import *
import numpy as np


@pylog
def pagerank(adj):
    out = np.sum(adj, axis=1)
    rank = np.full(5, 0.2)
    for _ in range(8):
        new = np.full(5, 0.03)
        for i in range(5):
            if out[i] > 0:
                share = 0.85 * rank[i] / out[i]
                for j in range(5):
                    if adj[i, j]:
                        new[j] += share
            else:
                new += 0.85 * rank[i] / 5
        rank = new
    return rank / np.sum(rank)
