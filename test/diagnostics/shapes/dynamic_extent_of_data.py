# args: a=float32[8] at=int32[2]
from pylog import *


@pylog
def dynamic_extent_of_data(a, at):
    return np.concatenate((a[: at[0]], a))
