# args: a=int8[6] u=uint8[6] f=float32[6]
# values: a=3,9,1,-128,127,0 u=3,9,0,255,254,1 f=0.05,-1.5,0.1,2.25,1e30,0
from pylog import *
import numpy as np


@pylog
def choices_of_python_and_numpy(a, u, f):
    def relu(x):
        if x > 0:
            return x
        return 0

    def largest(x, y):
        return max(x, y, 0)

    small = np.zeros(6, np.int8)
    wide = np.zeros(6, np.int32)
    real = np.zeros(6, np.float32)
    for i in range(6):
        small[i] = max(a[i], 5)
        wide[i] = np.int32(max(a[i], 5)) * 100
        wide[i] += 1 if max(a[i], 5) > 7 else (u[i] or 7)
        real[i] = max(f[i], 0.0) * 3 + relu(f[i]) + max(f[i], 0.1)
        real[i] -= largest(f[i], f[0]) * (f[i] if f[i] > 1 else 1)
        wide[i] += int(min(u[i], 100)) * 1000
        wide[i] += sum([u[i], 1]) + pow(max(u[i], 0), 2)
    peak = 0
    for x in a:
        peak = max(peak, x)
    total = sum([1, 2, a[0]])
    bits = min(2, abs(max(a[1], 2))) + wide[min(u[0], 5)]
    return small, wide, real, peak, total, bits
