# args: re=float64[16] im=float64[16]
# ulp: 64
# The twiddles come from the machine's sin and cos.
from pylog import *
import numpy as np


@pylog
def fft_radix2(re, im):
    n = 16
    j = 0
    for i in range(1, n):
        bit = n >> 1
        while j & bit:
            j ^= bit
            bit >>= 1
        j |= bit
        if i < j:
            re[i], re[j] = re[j], re[i]
            im[i], im[j] = im[j], im[i]
    length = 2
    while length <= n:
        half = length // 2
        for start in range(0, n, length):
            for k in range(half):
                angle = -2.0 * math.pi * k / length
                wr = math.cos(angle)
                wi = math.sin(angle)
                a = start + k
                b = a + half
                tr = re[b] * wr - im[b] * wi
                ti = re[b] * wi + im[b] * wr
                re[b] = re[a] - tr
                im[b] = im[a] - ti
                re[a] += tr
                im[a] += ti
        length *= 2
