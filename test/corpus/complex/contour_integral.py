# args: h=complex128[3,4,4] points=complex128[5] y=complex128[4,2] bc=2
# sum: 64 of 10000
from pylog import *
import numpy as np


@pylog
def contour_integral(h, points, y, bc):
    P0 = np.zeros((4, 4), dtype=np.complex128)
    P1 = np.zeros((4, 2), dtype=np.complex128)
    for z in points:
        t = np.zeros((4, 4), dtype=np.complex128)
        for n in range(bc + 1):
            t += np.power(z, bc / 2 - n) * h[n]
        x = np.linalg.inv(t)
        if abs(z) < 1.0:
            x = -x
        P0 += x
        P1 += z * np.linalg.solve(t, y)
    return P0, P1, np.linalg.det(h[0])
