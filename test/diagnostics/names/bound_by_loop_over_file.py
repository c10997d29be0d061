# args: a=float32[8]
from pylog import *

WEIGHTS = []
for line in open("weights.txt"):
    WEIGHTS.append(float(line))


@pylog
def k(a):
    return a * WEIGHTS[0]
