# args: a=int32[3,4] f=float32[5]
from pylog import *


@pylog
def margins(a, f):
    return (
        np.pad(a, 2, mode="edge"),
        np.pad(a, ((1, 2), (0, 3)), mode="reflect"),
        np.pad(f, 3, mode="symmetric"),
        np.pad(f, (7, 2), mode="wrap"),
        np.pad(f, (6, 9), mode="reflect"),
    )
