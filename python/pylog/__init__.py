"""PyLog for CPython: write a kernel in Python, run it, and turn it into hardware with the Lutra compiler.

    import numpy as np
    from pylog import *

    @pylog
    def add(a, b, c):
        c = a + b

    a, b, c = (np.zeros(64, np.int32) for _ in "abc")
    add(a, b, c)            # compiled when it is first called; c holds the sum
"""
import math
import os
import re
import time

import numpy
import numpy as np

from .annotations import pl_float
from .buffer import Buffer
from .errors import (
    CompileError,
    CompilerBug,
    CompilerDied,
    CompileWarning,
    KernelFault,
    NotDeployed,
    PylogError,
    SourceMissing,
    ToolMissing,
)
from .exact import MOST_BITS, integer_type, pl_fixed, pl_ufixed
from .kernel import Kernel, pylog
from .notebook import Report, Schedule
from .operators import (  # noqa: A004 - in kernels they take the place of the builtins
    argmax,
    argmin,
    conv1d,
    conv2d,
    convolve,
    dot,
    external,
    map,
    matmul,
    max,
    min,
    plmap,
    pragma,
    range,
    sort,
    spmv,
)

__version__ = "0.1.0"

_WIDTHS = list(numpy.arange(1, 129)) + [160, 192, 224, 256, 320, 384, 448, 512, 768, 1024, 2048, 4096]
_INTEGERS = ["pl_%s%d" % (name, bits) for bits in _WIDTHS for name in ("int", "uint")]

__all__ = """pylog Buffer external map plmap dot pragma range matmul conv1d convolve conv2d spmv argmax argmin sort max min
    pl_fixed pl_ufixed pl_float np math os time""".split() + _INTEGERS


# After `from pylog import *` the name pylog is the decorator: `except pylog.CompileError` means the same there.
for _name in """PylogError CompileError CompileWarning CompilerBug CompilerDied KernelFault NotDeployed SourceMissing
    ToolMissing""".split():
    setattr(pylog, _name, globals()[_name])


def __getattr__(name):
    """pl_int1 to pl_int4096 and pl_uint1 to pl_uint4096 are there without being written down."""
    match = re.fullmatch(r"pl_(u?)int([1-9]\d*)", name)
    if match is None or int(match[2]) > MOST_BITS:
        raise AttributeError("module 'pylog' has no attribute %r" % name)
    return integer_type(int(match[2]), match[1] == "")
