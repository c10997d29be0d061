# args: a=float64[9] b=float32[4] m=7
# values: a=0.0,0.5,-1.0,1.5,2.25,-0.0,1e-30,7.125,nan
# ulp: 8
import numpy as np
from pylog import *


@pylog
def windows(a, b, m):
    """Windows of signal processing, and the taps of a low-pass filter."""
    taps = 0.5 * np.sinc(0.5 * (np.arange(m) - (m - 1) / 2)) * np.hamming(m)
    return np.sinc(a), np.sinc(b), np.sinc(0.25), taps, np.hanning(m), np.blackman(8), np.bartlett(m), np.hamming(1)
