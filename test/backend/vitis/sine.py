# args: phase=uint16[128] wave=int16[128]
# schedule: pipeline i
from pylog import *

SINE = [0, 12539, 23170, 30273, 32767, 30273, 23170, 12539, 0, -12539, -23170, -30273, -32767, -30273, -23170, -12539]
GAIN = [[1, 2], [4, 8]]


@pylog
def sine(phase, wave):
    for i in range(128):
        step = phase[i] >> 12
        wave[i] = SINE[step] // GAIN[i % 2][step % 2]
