# args: path=int32[7,7]
# range: path=1..99
from pylog import *
import numpy as np


@pylog
def floyd_warshall(path):
    for k in range(7):
        for i in range(7):
            for j in range(7):
                path[i, j] = path[i, j] if path[i, j] < path[i, k] + path[k, j] else path[i, k] + path[k, j]
