# args: text=uint8[48] pattern=uint8[4]
# range: text=97..98 pattern=97..98
# seed: 5
from pylog import *
import numpy as np


@pylog
def kmp(text, pattern):
    m = len(pattern)
    fail = np.zeros(4, dtype=np.int32)
    k = 0
    for i in range(1, m):
        while k > 0 and pattern[k] != pattern[i]:
            k = int(fail[k - 1])
        if pattern[k] == pattern[i]:
            k += 1
        fail[i] = k
    q = 0
    matches = 0
    for c in text:
        while q > 0 and pattern[q] != c:
            q = int(fail[q - 1])
        if pattern[q] == c:
            q += 1
        if q == m:
            matches += 1
            q = int(fail[q - 1])
    return matches, fail
