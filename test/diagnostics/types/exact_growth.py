from pylog import *


@pylog
def exact_growth(a: "int<8>[16]", f: "fixed<8,4>[16]", n: int):
    total = 0
    for i in range(n):
        total += a[i]
    energy = f[0]
    while energy < 100:
        energy = energy * energy
    return total, energy
