"""A Gaussian filter of 5 by 5 on an image in 16-bit fixed point."""
import numpy as np
from program import main
from pylog import *

Pixel = pl_fixed(16, 9)
ROW = np.array([1, 4, 6, 4, 1], dtype=np.uint8)
WEIGHTS = ROW[:, None] * ROW[None, :]  # they add up to 256


@pylog
def gaussian(image: Pixel, out: Pixel):
    """The border of two pixels stays as it is."""
    out[2:-2, 2:-2] = map(lambda p: dot(p[-2:3, -2:3], WEIGHTS) / 256, image[2:-2, 2:-2])


def data(rng, rows, columns):
    return {"image": rng.integers(0, 2**15, (rows, columns)) / 128, "out": np.zeros((rows, columns))}


def expected(image, out):
    raw = (image * 128).astype(np.int64)
    rows, columns = raw.shape
    total = sum(
        int(WEIGHTS[y, x]) * raw[y : rows - 4 + y, x : columns - 4 + x] for y in range(5) for x in range(5)
    )
    out[2:-2, 2:-2] = (total >> 8) / 128
    return {"out": out}


if __name__ == "__main__":
    main(gaussian, data, expected, {"full": {"rows": 2160, "columns": 3840}, "small": {"rows": 9, "columns": 11}})
