# args: board=int32[8,8]
# range: board=0..1
from pylog import *
import numpy as np


@pylog
def life_map(board):
    def rule(c):
        n = np.sum(c[-1:2, -1:2]) - c
        return 1 if n == 3 or (n == 2 and c == 1) else 0

    return plmap(rule, board)
