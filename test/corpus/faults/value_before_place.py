# args: u=int32[4] w=int32[3] n=5
# raises: IndexError
from pylog import *


@pylog
def value_before_place(u, w, n):
    u[n] = w[n] + 1
