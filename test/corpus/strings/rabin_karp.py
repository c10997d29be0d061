# args: text=uint8[32] pattern=uint8[3]
# range: text=97..99 pattern=97..99
from pylog import *
import numpy as np


@pylog
def rabin_karp(text, pattern):
    base = 256
    mod = 101
    hp = ht = 0
    for i in range(3):
        hp = (hp * base + int(pattern[i])) % mod
        ht = (ht * base + int(text[i])) % mod
    high = base ** 2 % mod
    hits = np.zeros(32, dtype=bool)
    for i in range(30):
        if hp == ht and text[i] == pattern[0] and text[i + 1] == pattern[1] and text[i + 2] == pattern[2]:
            hits[i] = True
        if i < 29:
            ht = ((ht - int(text[i]) * high) * base + int(text[i + 3])) % mod
    return hits
