from pylog import *
import numpy as np


@pylog
def matching(pattern: "uint8[4]", back: "uint8[4]", text: "uint8[64]"):
    """How often a pattern occurs: a letter on, or a step back in the pattern."""
    q = np.int32(0)
    matches = np.int32(0)
    for i in range(64):
        while q > 0 and pattern[q] != text[i]:
            q = np.int32(back[q - 1])
        if pattern[q] == text[i]:
            q += 1
        if q == 4:
            matches += 1
            q = np.int32(back[3])
    return matches
