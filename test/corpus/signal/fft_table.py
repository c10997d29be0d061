# args: re=float32[8] im=float32[8]
from pylog import *
import numpy as np

COS = np.array([1.0, 0.70710677, 0.0, -0.70710677], dtype=np.float32)
SIN = np.array([0.0, -0.70710677, -1.0, -0.70710677], dtype=np.float32)
ORDER = [0, 4, 2, 6, 1, 5, 3, 7]


@pylog
def fft_table(re, im):
    """Radix 2 with a table of twiddles: exact in float32."""
    xr = np.zeros(8, dtype=np.float32)
    xi = np.zeros(8, dtype=np.float32)
    for i in range(8):
        xr[i] = re[ORDER[i]]
        xi[i] = im[ORDER[i]]
    for stage in range(3):
        half = 1 << stage
        for start in range(0, 8, 2 * half):
            for k in range(half):
                w = k * (4 >> stage)
                a = start + k
                b = a + half
                tr = xr[b] * COS[w] - xi[b] * SIN[w]
                ti = xr[b] * SIN[w] + xi[b] * COS[w]
                xr[b] = xr[a] - tr
                xi[b] = xi[a] - ti
                xr[a] = xr[a] + tr
                xi[a] = xi[a] + ti
    re[:] = xr
    im[:] = xi
