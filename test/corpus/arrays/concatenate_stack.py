# args: a=int32[3] b=int32[4] c=int32[3] m=float32[2,3] n=float32[2,3]
from pylog import *
import numpy as np


@pylog
def concatenate_stack(a, b, c, m, n):
    return (
        np.concatenate((a, b)), np.concatenate([m, n], axis=0), np.concatenate((m, n), axis=1), np.stack((a, c)),
        np.stack([a, c], axis=1), np.vstack((m, n)), np.hstack((m, n)), np.hstack((a, b)), np.vstack((a, c)),
        np.concatenate((a, m[0])), np.append(a, b),
    )
