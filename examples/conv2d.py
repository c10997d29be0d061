# 2-D convolution by map: each pixel becomes the dot product of the 3x3 window around it with the weights.
# In a map, x[-1:2, -1:2] means "from one before to one after the current pixel", also where that leaves the slice.
#
#   npx lutra run examples/conv2d.py
#   npx lutra run examples/conv2d.py --in image=examples/photo.png --out results
from pylog import *


@pylog
def conv2d(image: "float32[64,64]", weights: "float32[3,3]", out: "float32[62,62]"):
    out = map(lambda x: dot(x[-1:2, -1:2], weights), image[1:-1, 1:-1])
