# How many bits are set in words of 100 bits, which no machine has: uint<100> is exact, and so is every sum.
#
#   npx lutra run examples/popcount.py
import numpy as np
from pylog import *


@pylog
def popcount(words: "uint<100>[32]", counts: "uint<7>[32]"):
    for i in range(32):
        count: pl_uint7 = 0
        for b in range(100):
            count += words[i][b]
        counts[i] = count
