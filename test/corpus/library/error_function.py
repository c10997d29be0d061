# args: a=float64[12] x=0.3
# values: a=0.0,-0.0,1e-310,0.5,-0.9,1.24,-1.3,2.9,-4.5,5.9,30,nan
# ulp: 4
import math
from pylog import *


@pylog
def error_function(a, x):
    total = np.array([math.erf(v) for v in a])
    rest = np.zeros(12)
    for i in range(12):
        rest[i] = math.erfc(a[i])
    phi = 0.5 * (1 + math.erf(x / math.sqrt(2)))
    return total, rest, phi
