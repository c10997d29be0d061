# args: s=uint8[30]
# range: s=0..2
from pylog import *
import numpy as np

NEXT = [[1, 0, 0], [1, 2, 0], [3, 0, 1], [1, 2, 3]]


@pylog
def state_machine(s):
    state = 0
    visits = np.zeros(4, dtype=np.int32)
    for c in s:
        state = NEXT[state][c]
        visits[state] += 1
    return state, visits
