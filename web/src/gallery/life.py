# A generation of Conway's game of life: a window of nine cells, and a rule.
from pylog import *


@pylog
def life(cells: "uint8[48,48]"):
    alive = cells % 2
    around = map(lambda c: dot(c[-1:2, -1:2], np.ones((3, 3), np.uint8)) - c[0, 0], alive[1:-1, 1:-1])
    return np.where((around == 3) | ((around == 2) & (alive[1:-1, 1:-1] == 1)), 255, 0).astype(np.uint8)
