# args: out=int32[6,8]
from pylog import *
import numpy as np


@pylog
def mandelbrot(out):
    for py in range(6):
        for px in range(8):
            cr = -2.0 + px * 0.35
            ci = -1.0 + py * 0.4
            zr = 0.0
            zi = 0.0
            n = 0
            while n < 40 and zr * zr + zi * zi <= 4.0:
                zr, zi = zr * zr - zi * zi + cr, 2.0 * zr * zi + ci
                n += 1
            out[py, px] = n
