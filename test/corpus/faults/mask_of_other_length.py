# args: a=float32[8] b=float32[3]
# range: a=1..2
# raises: ValueError
from pylog import *


@pylog
def mask_of_other_length(a, b):
    a[a > 0] = b
