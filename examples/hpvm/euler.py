"""Air around a wing, as Rodinia's euler3d has it: the Euler equations on cells of any shape with four neighbours each, one step
of a Runge-Kutta method of three stages. A neighbour of -1 is the wing, of -2 the far field."""
import numpy as np
from pylog import *

CELLS = 32
STAGES = 3
GAMMA = 1.4


@pylog
def euler(state: "float32[32,5]", area: "float32[32]", neighbour: "int32[32,4]", normal: "float32[32,4,3]", far: "float32[5]"):
    """A cell has its density, its momentum in x, y and z, and its energy."""
    old = np.zeros((CELLS, 5), dtype=np.float32)
    for i in range(CELLS):
        for v in range(5):
            old[i, v] = state[i, v]

    step = np.zeros(CELLS, dtype=np.float32)
    for i1 in range(CELLS):
        square = (state[i1, 1] * state[i1, 1] + state[i1, 2] * state[i1, 2] + state[i1, 3] * state[i1, 3]) / (state[i1, 0] * state[i1, 0])
        pressure = np.float32(GAMMA - 1) * (state[i1, 4] - np.float32(0.5) * state[i1, 0] * square)
        sound = np.sqrt(np.float32(GAMMA) * pressure / state[i1, 0])
        step[i1] = np.float32(0.5) / (np.sqrt(area[i1]) * (np.sqrt(square) + sound))

    for stage in range(STAGES):
        flux = np.zeros((CELLS, 5), dtype=np.float32)
        for c in range(CELLS):
            square = (state[c, 1] * state[c, 1] + state[c, 2] * state[c, 2] + state[c, 3] * state[c, 3]) / (state[c, 0] * state[c, 0])
            pressure = np.float32(GAMMA - 1) * (state[c, 4] - np.float32(0.5) * state[c, 0] * square)
            speed = np.sqrt(square) + np.sqrt(np.float32(GAMMA) * pressure / state[c, 0])
            for f in range(4):
                n = neighbour[c, f]
                if n == -1:
                    for d in range(3):
                        flux[c, d + 1] += normal[c, f, d] * pressure
                else:
                    other = np.zeros(5, dtype=np.float32)
                    for w in range(5):
                        other[w] = far[w] if n == -2 else state[n, w]
                    square2 = (other[1] * other[1] + other[2] * other[2] + other[3] * other[3]) / (other[0] * other[0])
                    pressure2 = np.float32(GAMMA - 1) * (other[4] - np.float32(0.5) * other[0] * square2)
                    speed2 = np.sqrt(square2) + np.sqrt(np.float32(GAMMA) * pressure2 / other[0])
                    if n != -2:
                        length = np.sqrt(normal[c, f, 0] * normal[c, f, 0] + normal[c, f, 1] * normal[c, f, 1] + normal[c, f, 2] * normal[c, f, 2])
                        factor = np.float32(-0.1) * length * (speed + speed2)
                        for w1 in range(5):
                            flux[c, w1] += factor * (state[c, w1] - other[w1])
                    for d1 in range(3):
                        half = np.float32(0.5) * normal[c, f, d1]
                        own = state[c, d1 + 1] / state[c, 0]
                        its = other[d1 + 1] / other[0]
                        flux[c, 0] += half * (state[c, d1 + 1] + other[d1 + 1])
                        for m in range(3):
                            flux[c, m + 1] += half * (own * state[c, m + 1] + its * other[m + 1])
                        flux[c, d1 + 1] += half * (pressure + pressure2)
                        flux[c, 4] += half * (own * (state[c, 4] + pressure) + its * (other[4] + pressure2))

        for c2 in range(CELLS):
            factor = step[c2] / np.float32(STAGES - stage)
            for w2 in range(5):
                state[c2, w2] = old[c2, w2] + factor * flux[c2, w2]


def data(rng):
    """Air at rest but for some wind in x, in cells whose neighbours are anywhere."""
    wind = np.array([1.4, 1.7, 0, 0, 3.5])
    return {
        "state": (wind + 0.05 * rng.random((CELLS, 5))).astype(np.float32),
        "area": (0.5 + rng.random(CELLS)).astype(np.float32),
        "neighbour": rng.integers(-2, CELLS, (CELLS, 4), dtype=np.int32),
        "normal": (rng.random((CELLS, 4, 3)) - 0.5).astype(np.float32),
        "far": wind.astype(np.float32),
    }
