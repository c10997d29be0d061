from pylog import *
import numpy as np


@pylog
def first_match(a: "int32[64]", key: "int32"):
    """Where a key stands first: the loop is left there."""
    found = -1
    for i in range(64):
        if a[i] == key:
            found = i
            break
    return found
