# args: state=uint8[16]
# range: state=0..255
from pylog import *
import numpy as np

SBOX = np.array([12, 5, 6, 11, 9, 0, 10, 13, 3, 14, 15, 8, 4, 7, 1, 2], dtype=np.uint8)


@pylog
def sbox_lookup(state):
    """PRESENT's S-box on both nibbles."""
    state[:] = SBOX[state & 15] | (SBOX[state >> 4] << 4)
