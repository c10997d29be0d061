"""Matrix multiplication in 16-bit fixed point."""
import numpy as np
from program import main
from pylog import *

Number = pl_fixed(16, 8)


@pylog
def gemm(a: Number, b: Number, c: Number):
    """c = a b, for square matrices."""
    c = map(lambda x, y: dot(x[0, :], y[:, 0]), a, b)


def data(rng, n):
    a, b = rng.integers(-64, 64, (2, n, n)) / 256
    return {"a": a, "b": b, "c": np.zeros((n, n))}


def expected(a, b, c):
    exact = (a * 256).astype(np.int64) @ (b * 256).astype(np.int64)
    wrapped = ((exact >> 8) + 2**15) % 2**16 - 2**15
    return {"c": wrapped / 256}


if __name__ == "__main__":
    main(gemm, data, expected, {"full": {"n": 1024}, "small": {"n": 8}})
