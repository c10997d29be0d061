# Sobel edges: the gradient in x and in y by one map each, then their length, cut to a byte.
#
#   npx lutra run examples/sobel.py --in image=examples/photo.png --out return=edges.png
import numpy as np
from pylog import *


@pylog
def sobel(image: "uint8[64,64]"):
    grey = image.astype(np.int32)
    inner = grey[1:-1, 1:-1]
    gx = map(lambda p: p[-1, 1] + 2 * p[0, 1] + p[1, 1] - p[-1, -1] - 2 * p[0, -1] - p[1, -1], inner)
    gy = map(lambda p: p[1, -1] + 2 * p[1, 0] + p[1, 1] - p[-1, -1] - 2 * p[-1, 0] - p[-1, 1], inner)
    return np.minimum(np.abs(gx) + np.abs(gy), 255).astype(np.uint8)
