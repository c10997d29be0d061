# alone
import os

import numpy as np
from pylog import *

os.environ["LUTRA_NODE"] = "no-such-node"


@pylog
def double(a):
    return a * 2


double(np.zeros(4))
