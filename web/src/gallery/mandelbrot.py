# The Mandelbrot set in fixed point. How long a point takes, its own numbers decide.
from pylog import *

SIZE = 32
MOST = 40


@pylog
def mandelbrot(out: "uint8[32,32]"):
    for y in range(SIZE):
        for x in range(SIZE):
            cr: pl_fixed(24, 4) = x * 0.09375 - 2.25
            ci: pl_fixed(24, 4) = y * 0.09375 - 1.5
            zr: pl_fixed(24, 4) = 0
            zi: pl_fixed(24, 4) = 0
            rounds: pl_uint8 = 0
            while rounds < MOST and zr * zr + zi * zi < 4:
                next: pl_fixed(24, 4) = zr * zr - zi * zi + cr
                zi = 2 * zr * zi + ci
                zr = next
                rounds += 1
            out[y, x] = rounds * 6
