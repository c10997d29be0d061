import numpy as np
from pylog import *


@pylog(schedule=["split i 4", "pipeline i.iner"])
def scale(a):
    for i in range(len(a)):
        a[i] = a[i] * 2


scale(np.zeros(8))
