from pylog import *
import numpy as np



def scatter(part, places):
    for i in range(4):
        pragma("HLS dependence variable=part inter false")
        part[places[i]] += 1


@pylog
def kernel(a: "int32[8]", places: "int32[4]"):
    scatter(a[0:4], places)
