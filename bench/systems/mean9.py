"""The mean of nine pixels, from one image to another: Seidel's window, with nothing in place."""
import numpy as np
from pylog import *

Pixel = pl_fixed(16, 9)


@pylog
def mean9(image: Pixel, out: Pixel):
    out[1:-1, 1:-1] = map(
        lambda p: (p[-1, -1] + p[-1, 0] + p[-1, 1] + p[0, -1] + p[0, 0] + p[0, 1] + p[1, -1] + p[1, 0] + p[1, 1]) / 9,
        image[1:-1, 1:-1],
    )
