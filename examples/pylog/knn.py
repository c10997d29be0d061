"""Digit recognition: for each digit, the distances to the three training images that differ least. Images have 49 bits."""
import numpy as np
from program import main
from pylog import *

BITS = 49


@pylog
def knn(training: pl_uint49, image: pl_uint49, nearest: pl_uint6):
    """nearest[digit] holds the smallest distances so far, in any order."""
    digits, images = training.shape
    neighbours = nearest.shape[1]
    for n in range(images).pipeline():
        for digit in range(digits).unroll():
            differ = training[digit, n] ^ image
            distance = pl_uint6(0)
            for bit in range(BITS).unroll():
                distance += differ[bit]
            worst = 0
            for k in range(1, neighbours).unroll():
                if nearest[digit, k] > nearest[digit, worst]:
                    worst = k
            if distance < nearest[digit, worst]:
                nearest[digit, worst] = distance


def data(rng, images):
    digits = rng.integers(0, 2**BITS, 10, dtype=np.uint64)
    noise = rng.random((10, images, BITS)) < rng.random((10, images, 1)) / 4
    flips = (noise.astype(np.uint64) << np.arange(BITS, dtype=np.uint64)).sum(axis=2, dtype=np.uint64)
    image = digits[3] ^ np.uint64(0b1011)
    return {"training": digits[:, None] ^ flips, "image": image, "nearest": np.full((10, 3), 50, np.uint8)}


def expected(training, image, nearest):
    differ = training ^ image
    distances = ((differ[..., None] >> np.arange(BITS, dtype=np.uint64)) & np.uint64(1)).sum(axis=2)
    for digit, row in enumerate(distances):
        for distance in row:
            worst = int(np.argmax(nearest[digit]))
            nearest[digit, worst] = min(nearest[digit, worst], distance)
    return {"nearest": nearest}


if __name__ == "__main__":
    main(knn, data, expected, {"full": {"images": 1800}, "small": {"images": 12}})
