# A fast Fourier transform in place: bit-reversed order first, then log2(N) stages of butterflies. The roots of unity
# are a table: a ROM in a circuit.
#
#   npx lutra run examples/fft.py --out results
import numpy as np
from pylog import *

N = 256
BITS = 8
ANGLES = -2 * np.pi * np.arange(N // 2) / N
COSINES = np.cos(ANGLES).astype(np.float32)
SINES = np.sin(ANGLES).astype(np.float32)


@pylog
def fft(real: "float32[256]", imag: "float32[256]"):
    for i in range(N):
        j = 0
        for b in range(BITS):
            j = (j << 1) | ((i >> b) & 1)
        if i < j:
            real[i], real[j] = real[j], real[i]
            imag[i], imag[j] = imag[j], imag[i]
    for stage in range(BITS):
        half = 1 << stage
        for k in range(half):
            wr = COSINES[k << (BITS - 1 - stage)]
            wi = SINES[k << (BITS - 1 - stage)]
            for top in range(k, N, 2 * half):
                bottom = top + half
                tr = wr * real[bottom] - wi * imag[bottom]
                ti = wr * imag[bottom] + wi * real[bottom]
                real[bottom] = real[top] - tr
                imag[bottom] = imag[top] - ti
                real[top] += tr
                imag[top] += ti
