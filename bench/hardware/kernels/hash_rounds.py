from pylog import *
import numpy as np


@pylog
def hash_rounds(w: "uint32[64]", k: "uint32[64]", state: "uint32[8]"):
    """The rounds of SHA-256 over words that are there, without the sum at the end."""
    a = state[0]
    b = state[1]
    c = state[2]
    d = state[3]
    e = state[4]
    f = state[5]
    g = state[6]
    h = state[7]
    for i in range(64):
        s1 = ((e >> 6) | (e << 26)) ^ ((e >> 11) | (e << 21)) ^ ((e >> 25) | (e << 7))
        t1 = h + s1 + ((e & f) ^ (~e & g)) + k[i] + w[i]
        s0 = ((a >> 2) | (a << 30)) ^ ((a >> 13) | (a << 19)) ^ ((a >> 22) | (a << 10))
        t2 = s0 + ((a & b) ^ (a & c) ^ (b & c))
        h = g
        g = f
        f = e
        e = d + t1
        d = c
        c = b
        b = a
        a = t1 + t2
    state[0] = a
    state[1] = b
    state[2] = c
    state[3] = d
    state[4] = e
    state[5] = f
    state[6] = g
    state[7] = h
