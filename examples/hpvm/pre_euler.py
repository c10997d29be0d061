"""As euler.py, with what each cell contributes to the fluxes of its neighbours computed once a stage, instead of once for every
neighbour (Rodinia's pre_euler3d)."""
import numpy as np
from pylog import *

CELLS = 32
STAGES = 3
GAMMA = 1.4


@pylog
def pre_euler(state: "float32[32,5]", area: "float32[32]", neighbour: "int32[32,4]", normal: "float32[32,4,3]", far: "float32[5]"):
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
        # The last cell is the far field.
        cell = np.zeros((CELLS + 1, 5), dtype=np.float32)
        speed = np.zeros(CELLS + 1, dtype=np.float32)
        pressures = np.zeros(CELLS + 1, dtype=np.float32)
        part = np.zeros((CELLS + 1, 3, 5), dtype=np.float32)
        for p in range(CELLS + 1):
            for w in range(5):
                cell[p, w] = far[w] if p == CELLS else state[p, w]
            square = (cell[p, 1] * cell[p, 1] + cell[p, 2] * cell[p, 2] + cell[p, 3] * cell[p, 3]) / (cell[p, 0] * cell[p, 0])
            pressure = np.float32(GAMMA - 1) * (cell[p, 4] - np.float32(0.5) * cell[p, 0] * square)
            pressures[p] = pressure
            speed[p] = np.sqrt(square) + np.sqrt(np.float32(GAMMA) * pressure / cell[p, 0])
            for d in range(3):
                own = cell[p, d + 1] / cell[p, 0]
                part[p, d, 0] = cell[p, d + 1]
                for m in range(3):
                    part[p, d, m + 1] = own * cell[p, m + 1]
                part[p, d, d + 1] += pressure
                part[p, d, 4] = own * (cell[p, 4] + pressure)

        flux = np.zeros((CELLS, 5), dtype=np.float32)
        for c in range(CELLS):
            for f in range(4):
                n = neighbour[c, f]
                if n == -1:
                    for d1 in range(3):
                        flux[c, d1 + 1] += normal[c, f, d1] * pressures[c]
                else:
                    o = np.int32(CELLS) if n == -2 else n
                    if n != -2:
                        length = np.sqrt(normal[c, f, 0] * normal[c, f, 0] + normal[c, f, 1] * normal[c, f, 1] + normal[c, f, 2] * normal[c, f, 2])
                        factor = np.float32(-0.1) * length * (speed[c] + speed[o])
                        for w1 in range(5):
                            flux[c, w1] += factor * (cell[c, w1] - cell[o, w1])
                    for d2 in range(3):
                        half = np.float32(0.5) * normal[c, f, d2]
                        for w2 in range(5):
                            flux[c, w2] += half * (part[c, d2, w2] + part[o, d2, w2])

        for c2 in range(CELLS):
            factor = step[c2] / np.float32(STAGES - stage)
            for w3 in range(5):
                state[c2, w3] = old[c2, w3] + factor * flux[c2, w3]


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
