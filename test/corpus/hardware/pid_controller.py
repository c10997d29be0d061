# A pipeline with a long recurrence of halves.
# args: setpoints=float16[24] kp=float16 ki=float16 kd=float16
import numpy as np
from pylog import *


@pylog
def pid_controller(setpoints, kp, ki, kd):
    out = np.zeros(24, dtype=np.float16)
    integral = np.float16(0)
    last = np.float16(0)
    y = np.float16(0)
    for t in range(24).pipeline():
        e = setpoints[t] - y
        integral += e
        u = kp * e + ki * integral + kd * (e - last)
        last = e
        y = y * np.float16(0.5) + u * np.float16(0.25)
        out[t] = y
    return out
