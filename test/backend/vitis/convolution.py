# args: image=uint8[32,32] weights=int16[3,3]
# schedule: reuse_at image y name=lines; reuse_at lines x name=window; pipeline x
from pylog import *


@pylog
def convolution(image, weights):
    out = np.zeros((30, 30), np.int32)
    for y in range(30):
        for x in range(30):
            total = np.int32(0)
            for r in range(3):
                for c in range(3):
                    total += image[y + r, x + c] * weights[r, c]
            out[y, x] = total
    return out
