# args: samples=fixed<16,2>[256] taps=fixed<12,1>[16] filtered=fixed<16,4,nearest_even,saturate>[256]
# schedule: buffer taps; partition taps_buffer dim=0 complete; unroll k; pipeline n
from pylog import *


@pylog
def fir(samples, taps, filtered):
    for n in range(15, 256):
        total = pl_fixed(32, 6)(0)
        for k in range(16):
            total += samples[n - k] * taps[k]
        filtered[n] = total
