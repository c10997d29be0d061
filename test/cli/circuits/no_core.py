# lutra: run --on verilog
import numpy as np
from pylog import *


@pylog
def waves(a: "float64[4]"):
    return np.sin(a)
