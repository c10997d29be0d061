# A board that is a torus; the number of steps is data.
# args: board=uint8[12,12] steps=int32
# range: board=0..1 steps=0..3
import numpy as np
from pylog import *


@pylog
def game_of_life(board, steps):
    for s in range(steps % 4):
        nxt = np.zeros((12, 12), dtype=np.uint8)
        for y in range(12):
            for x in range(12).pipeline():
                n = 0
                for dy in range(-1, 2):
                    for dx in range(-1, 2):
                        if dy != 0 or dx != 0:
                            n += board[(y + dy) % 12, (x + dx) % 12] & 1
                nxt[y, x] = 1 if n == 3 or (n == 2 and board[y, x] & 1 == 1) else 0
        board[:] = nxt
