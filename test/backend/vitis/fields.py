# args: words=uint<12>[32] signs=int<5>[32] sums=int<8>[32]
# schedule: pipeline i
from pylog import *


@pylog
def fields(words, signs, sums):
    for i in range(32):
        w = words[i]
        low = w[0:4]
        high = w[8:12]
        if w[7]:
            sums[i] = signs[i] * low - high
        else:
            sums[i] = signs[i] + low
