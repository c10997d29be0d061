"""One step of training a network of one hidden layer, as Rodinia has it: forward through both layers, errors back, weights
adjusted with a share of their last change."""
import numpy as np
from pylog import *

INPUTS = 32
HIDDEN = 16


@pylog
def backprop(x: "float32[32]", target: "float32[1]", w1: "float32[32,16]", w2: "float32[16]", old1: "float32[32,16]", old2: "float32[16]"):
    hidden = np.zeros(HIDDEN, dtype=np.float32)
    for j in range(HIDDEN):
        total = np.float32(0)
        for i in range(INPUTS):
            total += w1[i, j] * x[i]
        hidden[j] = np.float32(1) / (np.float32(1) + np.exp(-total))

    out = np.float32(0)
    for k in range(HIDDEN):
        out += w2[k] * hidden[k]
    out = np.float32(1) / (np.float32(1) + np.exp(-out))
    error = out * (np.float32(1) - out) * (target[0] - out)

    delta = np.zeros(HIDDEN, dtype=np.float32)
    for k1 in range(HIDDEN):
        delta[k1] = hidden[k1] * (np.float32(1) - hidden[k1]) * error * w2[k1]

    for k2 in range(HIDDEN):
        change = np.float32(0.3) * error * hidden[k2] + np.float32(0.3) * old2[k2]
        w2[k2] += change
        old2[k2] = change

    for i3 in range(INPUTS):
        for j3 in range(HIDDEN):
            change = np.float32(0.3) * delta[j3] * x[i3] + np.float32(0.3) * old1[i3, j3]
            w1[i3, j3] += change
            old1[i3, j3] = change


def data(rng):
    return {
        "x": rng.random(INPUTS).astype(np.float32),
        "target": np.full(1, 0.1, np.float32),
        "w1": (rng.random((INPUTS, HIDDEN)) - 0.5).astype(np.float32),
        "w2": (rng.random(HIDDEN) - 0.5).astype(np.float32),
        "old1": np.zeros((INPUTS, HIDDEN), np.float32),
        "old2": np.zeros(HIDDEN, np.float32),
    }
