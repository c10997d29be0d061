from pylog import *
import numpy as np


@pylog
def kernel(a: "int32[8]"):
    pragma("HLS latency max=9\n system(\"date\");")
    pragma("HLS whatever x=\"); system(1\"")
    pragma("GCC poison a")
    a[0] += 1
