# args: a=float64[2] h=float64
from pylog import *


def slope(state, h):
    x, y = state
    return np.array([x - y * h, x * y - 1])


@pylog
def paths_of_states(a, h):
    state = a * 0.01
    path = [state]
    for _ in range(6):
        k = slope(state, h * 0.01)
        state = state + 0.1 * k
        path.append(state)
    ends = []
    for point in path:
        ends.append((point[1], point[0]))
    return np.array(path), np.array(ends)
