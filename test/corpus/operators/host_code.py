# PyLog listing 1: host and accelerator in one file; only the kernel is compiled.
# args: data=float32[8] out=float32[8]
from pylog import *
import numpy as np
import sys


def preprocess(data):
    names = [str(x) for x in data]
    return np.array([float(n) for n in names], dtype=np.float32)


class Report:
    def __init__(self, title):
        self.title = title


@pylog(mode="deploy", board="pynq")
def host_code(data, out):
    def do_work(d):
        return d * 0.5 + 1

    for i in range(len(data)):
        out[i] = do_work(data[i])


if __name__ == "__main__":
    values = preprocess([1.5, 2.5])
    result = np.zeros_like(values)
    host_code(values, result)
    print(Report("done").title, sys.argv)
