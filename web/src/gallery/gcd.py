# Euclid, 64 times over: data decide how many steps each pair takes.
from pylog import *


@pylog
def divisors(a: "uint16[64]", b: "uint16[64]", out: "uint16[64]"):
    for i in range(64):
        x = a[i]
        y = b[i]
        while y != 0:
            x, y = y, x % y
        out[i] = x
