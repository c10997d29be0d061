"""Runs kernels for the tests as test/numpy/server.py does, through the pylog package, in the mode that MODE says."""
import os
import sys
import warnings

sys.path.insert(0, os.path.join(os.path.dirname(os.path.abspath(__file__)), "..", "..", "python"))
import pylog  # noqa: E402 - before the oracle's module of the same name can be found

sys.path.append(os.path.join(os.path.dirname(os.path.abspath(__file__)), "..", "numpy"))
import server  # noqa: E402


def call(kernel, args):
    if not isinstance(kernel, pylog.Kernel):
        kernel = pylog.pylog(kernel)
    return kernel.using(mode=os.environ["MODE"], board=None)(**args)  # some name a board, for which there is no bitstream


if __name__ == "__main__":
    warnings.simplefilter("ignore")
    server.main(call)
