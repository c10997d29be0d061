from pylog import *
import numpy as np


@pylog
def viterbi(
    seen: "uint8[140]",
    begin: "float64[64]",
    change: "float64[64,64]",
    emission: "float64[64,64]",
    path: "uint8[140]",
):
    """The likeliest states behind what was seen, by the logarithms of their probabilities."""
    like = np.zeros((140, 64), np.float64)
    for s in range(64):
        like[0, s] = begin[s] + emission[s, seen[0]]
    for t in range(1, 140):
        for s in range(64):
            least = like[t - 1, 0] + change[0, s] + emission[s, seen[t]]
            for before in range(1, 64):
                p = like[t - 1, before] + change[before, s] + emission[s, seen[t]]
                if p < least:
                    least = p
            like[t, s] = least
    best = 0
    least = like[139, 0]
    for s in range(1, 64):
        if like[139, s] < least:
            least = like[139, s]
            best = s
    path[139] = best
    for t in range(138, -1, -1):
        after = best
        best = 0
        least = like[t, 0] + change[0, after]
        for s in range(1, 64):
            p = like[t, s] + change[s, after]
            if p < least:
                least = p
                best = s
        path[t] = best
