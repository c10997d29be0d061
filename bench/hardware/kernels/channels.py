from pylog import *
import numpy as np


@pylog
def channels(x: "int8[4,10,10]", w: "int8[4,4,3,3]", y: "int32[4,8,8]"):
    """A layer of 3x3 windows over 4 channels, to 4 channels."""
    for o in range(4):
        for i in range(8):
            for j in range(8):
                total = np.int32(0)
                for c in range(4):
                    for r in range(3):
                        for s in range(3):
                            total += np.int32(x[c, i + r, j + s]) * np.int32(w[o, c, r, s])
                y[o, i, j] = total
