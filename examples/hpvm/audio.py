"""Sounds from several places as one field (the encoder of ILLIXR's spatial audio): samples as fractions, delayed by the way
each has to go, and spread over the channels of second-order ambisonics by the direction they come from."""
import numpy as np
from pylog import *

SOURCES = 4
BLOCK = 64
CHANNELS = 9


@pylog
def audio(samples: "int16[4,64]", delay: "int32[4]", direction: "float32[4,3]", field: "float32[9,64]"):
    sound = np.zeros((SOURCES, BLOCK), dtype=np.float32)
    for s in range(SOURCES):
        for n in range(BLOCK):
            sound[s, n] = np.float32(samples[s, n]) / np.float32(32768)

    late = np.zeros((SOURCES, BLOCK), dtype=np.float32)
    for s1 in range(SOURCES):
        for n1 in range(BLOCK):
            late[s1, n1] = sound[s1, (n1 - delay[s1]) & (BLOCK - 1)]

    gain = np.zeros((CHANNELS, SOURCES), dtype=np.float32)
    for s2 in range(SOURCES):
        x = direction[s2, 0]
        y = direction[s2, 1]
        z = direction[s2, 2]
        gain[0, s2] = np.float32(1)
        gain[1, s2] = y
        gain[2, s2] = z
        gain[3, s2] = x
        gain[4, s2] = np.float32(1.7320508) * x * y
        gain[5, s2] = np.float32(1.7320508) * y * z
        gain[6, s2] = np.float32(0.5) * (np.float32(3) * z * z - np.float32(1))
        gain[7, s2] = np.float32(1.7320508) * x * z
        gain[8, s2] = np.float32(0.8660254) * (x * x - y * y)

    for c in range(CHANNELS):
        for n3 in range(BLOCK):
            total = np.float32(0)
            for s3 in range(SOURCES):
                total += gain[c, s3] * late[s3, n3]
            field[c, n3] = total


def data(rng):
    direction = rng.standard_normal((SOURCES, 3))
    return {
        "samples": rng.integers(-20000, 20000, (SOURCES, BLOCK), dtype=np.int16),
        "delay": rng.integers(0, BLOCK, SOURCES, dtype=np.int32),
        "direction": (direction / np.linalg.norm(direction, axis=1, keepdims=True)).astype(np.float32),
        "field": np.zeros((CHANNELS, BLOCK), np.float32),
    }
