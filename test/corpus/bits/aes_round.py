# args: state=uint8[4,4] key=uint8[4,4]
# range: state=0..255 key=0..255
from pylog import *
import numpy as np


@pylog
def aes_round(state, key):
    """ShiftRows, MixColumns and AddRoundKey."""
    def xtime(x):
        return ((x << 1) ^ 0x1B) if x & 0x80 else (x << 1)

    t = np.zeros((4, 4), dtype=np.uint8)
    for r in range(4):
        for c in range(4):
            t[r, c] = state[r, (c + r) % 4]
    for c in range(4):
        a0, a1, a2, a3 = t[0, c], t[1, c], t[2, c], t[3, c]
        x = a0 ^ a1 ^ a2 ^ a3
        state[0, c] = a0 ^ x ^ xtime(a0 ^ a1)
        state[1, c] = a1 ^ x ^ xtime(a1 ^ a2)
        state[2, c] = a2 ^ x ^ xtime(a2 ^ a3)
        state[3, c] = a3 ^ x ^ xtime(a3 ^ a0)
    state ^= key
