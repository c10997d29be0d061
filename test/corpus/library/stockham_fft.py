# args: x=complex128[16] y=complex128[16] N=16 R=2 K=4
# sum: 64 of 16
from pylog import *
import numpy as np


@pylog
def stockham_fft(x, y, N, R, K):
    i_coord, j_coord = np.mgrid[0:R, 0:R]
    dft = np.exp(-2.0j * np.pi * i_coord * j_coord / R)
    y[:] = x[:]
    ii_coord, jj_coord = np.mgrid[0:R, 0 : R**K]
    for i in range(K):
        yv = np.reshape(y, (R**i, R, R ** (K - i - 1)))
        turned = np.transpose(yv, axes=(1, 0, 2))
        D = np.empty((R, R**i, R ** (K - i - 1)), dtype=np.complex128)
        factors = np.exp(-2.0j * np.pi * ii_coord[:, : R**i] * jj_coord[:, : R**i] / R ** (i + 1))
        D[:] = np.repeat(np.reshape(factors, (R, R**i, 1)), R ** (K - i - 1), axis=2)
        twiddled = np.reshape(turned, (N,)) * np.reshape(D, (N,))
        y[:] = np.reshape(dft @ np.reshape(twiddled, (R, R ** (K - 1))), (N,))
    return np.mgrid[1:4], np.mgrid[2:8:3, -1:1]
