# args: a=float64[8]
# A script: what it does with files, plots and random numbers leaves the constants of the kernel alone.
import sys
import time
import numpy as np
from pylog import *

TAPS = [0.25, 0.5, 0.25]
SCALE = np.array([1.0, 2.0])
LIMIT = 10


def golden(x):
    y = []
    for i in range(len(x)):
        total = 0.0
        for k in range(3):
            total += TAPS[k] * x[i - k]
        if total > LIMIT:
            total = LIMIT
        y.append(total)
    return y


@pylog
def script(a):
    total = 0.0
    for k in range(3):
        total += TAPS[k] * a[k]
    row = SCALE
    return total * row[1] + LIMIT


class Recorder:
    def __init__(self, limit=LIMIT):
        self.limit = limit
        self.seen = []

    def see(self, value):
        self.seen.append(value)


rng = np.random.default_rng(1)
data = rng.standard_normal(8)
start = time.time()
reference = golden(data)
result = script(data)
recorder = Recorder()
for value in reference:
    recorder.see(value)
options = {"limit": LIMIT, "taps": len(TAPS)}
if len(sys.argv) > 100:
    LIMIT_ASKED = int(sys.argv[1])
print(f"{result} after {time.time() - start:.3f} s, {len(TAPS)} taps, {np.max(SCALE)}")
try:
    import nothing_like_this
except ImportError:
    nothing_like_this = None
if __name__ == "__main__":
    LIMIT = 20
