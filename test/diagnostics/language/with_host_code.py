# args: a=float32[8]
from pylog import *


@pylog
def k(a):
    return a + one


if __name__ == "__main__":
    import numpy as np

    with open("x") as f:
        print(k(np.zeros(8)))
