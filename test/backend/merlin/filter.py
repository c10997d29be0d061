# args: x=fixed<16,2>[32] taps=fixed<12,1>[4] y=fixed<16,4,nearest_even,saturate>[29]
# schedule: unroll t
from pylog import *


@pylog
def filter(x, taps, y):
    for n in range(29):
        y[n] = x[n] * taps[0]
        for t in range(1, 4):
            y[n] = y[n] + x[n + t] * taps[t]
