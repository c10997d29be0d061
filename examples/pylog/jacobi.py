"""One Jacobi step on an image in 16-bit fixed point: each pixel becomes the mean of itself and its four neighbours."""
import numpy as np
from program import main
from pylog import *

Pixel = pl_fixed(16, 9)


@pylog
def jacobi(image: Pixel, out: Pixel):
    """A five-point stencil; the border of out stays as it is."""
    out[1:-1, 1:-1] = map(lambda p: (p[0, 0] + p[0, -1] + p[0, 1] + p[-1, 0] + p[1, 0]) / 5, image[1:-1, 1:-1])


def data(rng, rows, columns):
    return {"image": rng.integers(0, 2**15, (rows, columns)) / 128, "out": np.zeros((rows, columns))}


def expected(image, out):
    raw = (image * 128).astype(np.int64)
    total = raw[1:-1, 1:-1] + raw[1:-1, :-2] + raw[1:-1, 2:] + raw[:-2, 1:-1] + raw[2:, 1:-1]
    out[1:-1, 1:-1] = total // 5 / 128
    return {"out": out}


if __name__ == "__main__":
    main(jacobi, data, expected, {"full": {"rows": 2160, "columns": 3840}, "small": {"rows": 10, "columns": 12}})
