# Jacobi relaxation: heat spreads over a plate until each point is the mean of its four neighbours.
# The border of the plate keeps its temperature.
#
#   npx lutra run examples/jacobi.py --in steps=100
import numpy as np
from pylog import *


@pylog
def jacobi(plate: "float64[32,32]", steps: int):
    for step in range(steps):
        plate[1:-1, 1:-1] = 0.25 * (plate[:-2, 1:-1] + plate[2:, 1:-1] + plate[1:-1, :-2] + plate[1:-1, 2:])
