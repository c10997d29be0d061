# A small layer of a neural network, with weights in the program: eight bits in, eight bits out.
from pylog import *

WEIGHTS = (np.arange(16 * 32).reshape(16, 32) * 37 % 15 - 7).astype(np.int8)


@pylog
def layer(inputs: "int8[32]", outputs: "uint8[16]"):
    for n in range(16):
        total = np.int32(0)
        for k in range(32):
            total += np.int32(WEIGHTS[n, k]) * np.int32(inputs[k])
        outputs[n] = np.uint8(np.clip(total >> 4, 0, 255))
