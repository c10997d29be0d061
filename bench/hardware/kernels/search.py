from pylog import *
import numpy as np


@pylog
def search(a: "int32[64]", key: "int32"):
    """Where a key stands first; it does stand somewhere."""
    i = 0
    while a[i] != key:
        i += 1
    return i
