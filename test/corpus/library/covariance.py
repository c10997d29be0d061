# args: a=float64[3,8] b=float32[6,2] v=float32[7]
# sum: 8 of 100
from pylog import *


@pylog
def covariance(a, b, v):
    return np.cov(a), np.cov(b, rowvar=False), np.cov(a, bias=True), np.cov(v) * 2, np.cov(a, ddof=0), np.corrcoef(a)
