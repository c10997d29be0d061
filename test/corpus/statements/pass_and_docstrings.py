# args: a=int32[3]
from pylog import *
import numpy as np


@pylog
def pass_and_docstrings(a):
    """A docstring.

    Of several lines, with 'quotes' and a = b.
    """
    for x in a:
        pass
    if a[0] > 1000:
        pass
    else:
        a[1] = 5
    "a string on its own"
    return
