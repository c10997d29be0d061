# args: a=float32[8]
# Names that get another value: by assignment, in branches and loops, by functions with `global`.
from pylog import *

N = 4
N = N + 4
N += 1
if N > 8:
    STEP = 2
else:
    STEP = 3
COUNT = 0
while COUNT < 10:
    COUNT += 3
    if COUNT == 9:
        break
else:
    COUNT = -1
for LAST in range(5):
    if LAST == 2:
        continue


def count():
    global COUNT
    COUNT = COUNT + 100


count()
GAIN: float = 0.5
if __name__ == "__main__":
    GAIN = 100.0


@pylog
def rebound(a):
    return a[::STEP] * N + COUNT + LAST, a * GAIN
