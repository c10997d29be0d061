# args: a=float32[4] b=float32[3] c=int8[5] m=float64[3,4]
# sum: 8 of 100
from pylog import *


@pylog
def ufunc_methods(a, b, c, m):
    return (
        np.multiply.outer(a, b),
        np.add.outer(c, c),
        np.subtract.outer(m, b),
        np.maximum.outer(a, b),
        np.less.outer(a, b),
        np.add.reduce(a),
        np.maximum.reduce(m),
        np.minimum.reduce(m, axis=1),
        np.multiply.reduce(c),
        np.add.accumulate(c),
        np.logical_or.reduce(c > 100),
    )
