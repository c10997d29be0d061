# A finite impulse response filter in fixed point: samples of 16 bits, 2 before the point; taps of 12 bits.
# Products are exact; the accumulator's type says when and how anything is lost.
#
#   npx lutra run examples/fir_fixed.py --out results
from pylog import *

TAPS = 16


@pylog
def fir(samples: "fixed<16,2>[256]", taps: "fixed<12,1>[16]", filtered: "fixed<16,4,nearest_even,saturate>[256]"):
    for n in range(TAPS - 1, 256):
        total: pl_fixed(32, 6) = 0
        for k in range(TAPS):
            total += samples[n - k] * taps[k]
        filtered[n] = total
