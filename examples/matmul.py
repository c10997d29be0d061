# Matrix multiply, element by element: the kernel every accelerator is measured with.
#
#   npx lutra run examples/matmul.py --out results
from pylog import *


@pylog
def matmul(a: "float32[64,64]", b: "float32[64,64]", c: "float32[64,64]"):
    for i in range(64):
        for j in range(64):
            c[i, j] = dot(a[i, :], b[:, j])
