from pylog import *
import numpy as np


@pylog
def md(
    x: "float64[256]",
    y: "float64[256]",
    z: "float64[256]",
    near: "int32[256,16]",
    fx: "float64[256]",
    fy: "float64[256]",
    fz: "float64[256]",
):
    """Forces of Lennard-Jones between each atom and its sixteen neighbours."""
    for i in range(256):
        sx = 0.0
        sy = 0.0
        sz = 0.0
        for j in range(16):
            other = near[i, j]
            dx = x[i] - x[other]
            dy = y[i] - y[other]
            dz = z[i] - z[other]
            r2 = 1.0 / (dx * dx + dy * dy + dz * dz)
            r6 = r2 * r2 * r2
            force = r2 * (r6 * (1.5 * r6 - 2.0))
            sx += dx * force
            sy += dy * force
            sz += dz * force
        fx[i] = sx
        fy[i] = sy
        fz[i] = sz
