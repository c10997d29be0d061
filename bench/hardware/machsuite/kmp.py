from pylog import *
import numpy as np


@pylog
def kmp(pattern: "uint8[4]", text: "uint8[32411]"):
    """Knuth, Morris and Pratt: how often a pattern occurs in a text."""
    back = np.zeros(4, np.int32)
    k = np.int32(0)
    for q in range(1, 4):
        while k > 0 and pattern[k] != pattern[q]:
            k = back[k - 1]
        if pattern[k] == pattern[q]:
            k += 1
        back[q] = k
    matches = np.int32(0)
    q = np.int32(0)
    for i in range(32411):
        while q > 0 and pattern[q] != text[i]:
            q = back[q - 1]
        if pattern[q] == text[i]:
            q += 1
        if q >= 4:
            matches += 1
            q = back[q - 1]
    return matches
