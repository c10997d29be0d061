# lutra: run --on verilog
import numpy as np
from pylog import *


@pylog
def growth(a: "float64[4]"):
    return np.exp(a)
