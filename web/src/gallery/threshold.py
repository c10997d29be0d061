# Brightness of a picture's pixels, stretched and cut: a pixel an iteration, any number of them side by side.
from pylog import *


@pylog
def stretch(image: "uint8[64,64]", gain: "int16"):
    out = np.zeros((64, 64), np.uint8)
    for y in range(64):
        for x in range(64):
            bright = (np.int32(image[y, x]) - 128) * np.int32(gain % 8) + 128
            out[y, x] = np.uint8(np.clip(bright, 0, 255))
    return out
