from pylog import *
import numpy as np


@pylog
def three_mm(
    E: "float32[180,190]",
    A: "float32[180,200]",
    B: "float32[200,190]",
    F: "float32[190,210]",
    C: "float32[190,220]",
    D: "float32[220,210]",
    G: "float32[180,210]",
):
    """G = (A B) (C D)."""
    for i in range(180):
        for j in range(190):
            E[i, j] = 0.0
            for k in range(200):
                E[i, j] += A[i, k] * B[k, j]
    for i in range(190):
        for j in range(210):
            F[i, j] = 0.0
            for k in range(220):
                F[i, j] += C[i, k] * D[k, j]
    for i in range(180):
        for j in range(210):
            G[i, j] = 0.0
            for k in range(190):
                G[i, j] += E[i, k] * F[k, j]
