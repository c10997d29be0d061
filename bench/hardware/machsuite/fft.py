from pylog import *
import numpy as np


@pylog
def fft(real: "float64[1024]", imag: "float64[1024]", cosine: "float64[512]", sine: "float64[512]"):
    """A transform in place, by strides that get shorter."""
    for log in range(10):
        span = 512 >> log
        for k in range(512):
            even = ((k & ~(span - 1)) << 1) | (k & (span - 1))
            odd = even | span
            re = real[even] - real[odd]
            im = imag[even] - imag[odd]
            real[even] = real[even] + real[odd]
            imag[even] = imag[even] + imag[odd]
            root = (even << log) & 1023
            if root != 0:
                turned = cosine[root] * re - sine[root] * im
                im = cosine[root] * im + sine[root] * re
                re = turned
            real[odd] = re
            imag[odd] = im
