# args: t=int32[2,3,4] v=int32[4]
from pylog import *
import numpy as np


@pylog
def ellipsis_newaxis(t, v):
    return (
        t[..., 0], t[0, ...], t[1, ..., 2], t[...], v[None], v[:, None], v[np.newaxis, :, np.newaxis], t[:, None, 1],
        t[..., None, 1:3],
    )
