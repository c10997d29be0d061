"""How often each of 256 values occurs."""
import numpy as np
from program import main
from pylog import *


@pylog
def histogram(values, counts):
    """Neighbours that are equal are counted in a register, so that memory is not read right after it was written."""
    counts[:] = 0
    old = values[0]
    run = 0
    for i in range(len(values)).pipeline():
        value = values[i]
        if value == old:
            run += 1
        else:
            counts[old] += run
            run = 1
        old = value
    counts[old] += run


def data(rng, count):
    values = np.minimum(rng.integers(0, 256, count), rng.integers(0, 256, count))
    return {"values": values.astype(np.uint8), "counts": np.zeros(256, np.int32)}


def expected(values, counts):
    return {"counts": np.bincount(values, minlength=256)}


if __name__ == "__main__":
    main(histogram, data, expected, {"full": {"count": 2**20}, "small": {"count": 500}})
