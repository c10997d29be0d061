# args: a=float64[8] n=int32
# range: n=0..9
import numpy as np
from pylog import *

CODES = {"A": 0, "C": 1, "G": 2, "T": (3,)}
LIMITS = {"low": np.array([1.0, 2.0]), 1: [3, 4], "codes": CODES["G"]}
LIMITS["low"][0] = 0.5
LIMITS["codes"] += 1


def settings(x):
    params = {"a": x * 2, "b": 1}

    def inner(y):
        return y + params["a"]

    params["b"] += 5
    return inner(params["b"])


def other(x):
    params = {"a": x}
    return params["a"] - 1


@pylog
def dictionaries(a, n):
    """Dictionaries whose keys are written where they are used are names for values."""
    best = {"cost": np.inf, "at": -1, "row": np.zeros(3)}
    best_cost = 7
    for i in range(8):
        if a[i] < best["cost"]:
            best["cost"] = a[i]
            best["at"] = i
            best["row"][i % 3] += 1
    print(f"best {best['cost']}")
    one = {"x": 3}
    moves = {"left": (0, -1), "right": (0, 1)}
    dy, dx = moves["left"]
    result = {"s": settings(n), "o": other(n), "c": CODES["G"] + CODES["T"][0] * n}
    return best["cost"], best["at"], best["row"], best_cost, result["s"], result["o"], result["c"], LIMITS["low"] * a[:2], LIMITS[1][1], LIMITS["codes"], one["x"], dy, dx
