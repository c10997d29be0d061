# args: a=int32[8]
# range: a=1..99
from pylog import *
import numpy as np


@pylog
def while_on_array(a):
    """Ends when nothing changes."""
    rounds = 0
    while np.any(a > 1) and rounds < 50:
        for i in range(8):
            if a[i] % 2 == 0:
                a[i] //= 2
            elif a[i] > 1:
                a[i] -= 1
        rounds += 1
    return rounds
