"""One Gauss-Seidel step in place, in 16-bit fixed point: the pixels above and to the left are new ones already."""
import numpy as np
from program import main
from pylog import *

Pixel = pl_fixed(16, 9)


@pylog
def seidel(image: Pixel):
    """A nine-point stencil, row by row."""
    rows, columns = image.shape
    for i in range(1, rows - 1):
        for j in range(1, columns - 1).pipeline():
            above = image[i - 1, j - 1] + image[i - 1, j] + image[i - 1, j + 1]
            here = image[i, j - 1] + image[i, j] + image[i, j + 1]
            below = image[i + 1, j - 1] + image[i + 1, j] + image[i + 1, j + 1]
            image[i, j] = (above + here + below) / 9


def data(rng, rows, columns):
    return {"image": rng.integers(0, 2**15, (rows, columns)) / 128}


def expected(image):
    raw = (image * 128).astype(np.int64).tolist()
    for i in range(1, len(raw) - 1):
        above, here, below = raw[i - 1 : i + 2]
        for j in range(1, len(here) - 1):
            here[j] = (sum(above[j - 1 : j + 2]) + sum(here[j - 1 : j + 2]) + sum(below[j - 1 : j + 2])) // 9
    return {"image": np.array(raw) / 128}


if __name__ == "__main__":
    main(seidel, data, expected, {"full": {"rows": 2160, "columns": 3840}, "small": {"rows": 10, "columns": 12}})
