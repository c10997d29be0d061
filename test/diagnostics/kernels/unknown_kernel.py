# kernel: smoth
from pylog import *


@pylog
def smooth(a):
    return a
