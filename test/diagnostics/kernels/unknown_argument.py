# args: img=float32[8]
from pylog import *


@pylog
def k(image):
    return image
