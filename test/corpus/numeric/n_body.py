# args: pos=float64[4,2] vel=float64[4,2] mass=float64[4]
# range: mass=1..3
from pylog import *
import numpy as np


@pylog
def n_body(pos, vel, mass):
    for step in range(3):
        for i in range(4):
            ax = 0.0
            ay = 0.0
            for j in range(4):
                if i != j:
                    dx = pos[j, 0] - pos[i, 0]
                    dy = pos[j, 1] - pos[i, 1]
                    d2 = dx * dx + dy * dy + 0.01
                    inv = mass[j] / (d2 * np.sqrt(d2))
                    ax += dx * inv
                    ay += dy * inv
            vel[i, 0] += ax * 0.01
            vel[i, 1] += ay * 0.01
        pos += vel * 0.01
