"""A convolution with bias: one channel to three, 3 x 3, over 16 x 16."""
from pylog import *


@pylog
def conv(x: "float<5,11>[16, 16]", w: "float<5,11>[3, 3, 3]", bias: "float<5,11>[3]", out: "float<5,11>[3, 14, 14]"):
    for c in range(3):
        for i in range(14):
            for j in range(14):
                s = bias[c]
                for u in range(3):
                    for v in range(3):
                        s += w[c, u, v] * x[i + u, j + v]
                out[c, i, j] = s
