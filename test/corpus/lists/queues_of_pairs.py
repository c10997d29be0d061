# args: a=float64[12] grid=uint8[4,5]
# range: grid=0..9
import numpy as np
from pylog import *


@pylog
def queues_of_pairs(a, grid):
    """Pairs leave a list at its front, at its end and in between; the greatest of as many as only data say."""
    queue = [(0, 0)]
    seen = np.zeros((4, 5), bool)
    seen[0, 0] = True
    steps = []
    for _ in range(20):
        if not queue:
            break
        y, x = queue.pop(0)
        steps.append(10 * y + x)
        for dy, dx in [(0, 1), (1, 0), (0, -1), (-1, 0)]:
            if 0 <= y + dy < 4 and 0 <= x + dx < 5 and grid[y + dy, x + dx] < 7 and not seen[y + dy, x + dx]:
                seen[y + dy, x + dx] = True
                queue.append((y + dy, x + dx))
    waiting = [(1, 2), (3, 4), (5, 6)]
    waiting.append((7, 8))
    p, q = waiting.pop(1)
    r, s = waiting.pop(-2)
    up = [v for v in a if v > -1]
    return seen, len(steps), max(steps), min(steps), max(up), min(up), p, q, r, s, len(waiting), waiting[0][1]
