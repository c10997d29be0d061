# A filter that feeds back: each sample needs the two before it, so the loop cannot start faster than its own circle.
from pylog import *


@pylog
def resonator(samples: "fixed<18,2>[512]", out: "fixed<18,2>[512]"):
    one: pl_fixed(18, 2) = 0
    two: pl_fixed(18, 2) = 0
    for n in range(512):
        now: pl_fixed(18, 2) = samples[n] * 0.0625 + one * 1.75 - two * 0.8125
        two = one
        one = now
        out[n] = now
