from pylog import *
import numpy as np


@pylog
def kernel(image: "int32[8]", n: int):
    pragma("HLS array_partition variable=imgae complete")
    pragma("HLS bind_storage variable=n type=ram_1p")
    pragma("HLS interface m_axi port=nosuch")
    for i in range(8):
        image[i] += n
