from pylog import *
import numpy as np


@pylog
def conv_3x3(image: "int32[64,64]", weights: "int32[3,3]", out: "int32[62,62]"):
    """A 3 by 3 convolution of 64 by 64 integers, without the border."""
    for i in range(62):
        for j in range(62):
            total = np.int32(0)
            for r in range(3):
                for s in range(3):
                    total += image[i + r, j + s] * weights[r, s]
            out[i, j] = total
