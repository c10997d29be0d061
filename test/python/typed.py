"""A program as a type checker sees it: names that are there, and the two lines at the end that are wrong."""
import numpy as np
import numpy.typing as npt
import pylog as package
from pylog import *


@pylog
def add(a, b, c):  # type: ignore[no-untyped-def]
    c = a + b


@pylog(mode="cgen,pysim", board="zedboard", freq=125, path="build")
def twice(a: npt.NDArray[np.int64], n: int) -> npt.NDArray[np.int64]:
    total: pl_int12 = 0
    for i in range(n).pipeline():
        total += i
    return a * 2


numbers = np.arange(4)
doubled: npt.NDArray[np.int64] = twice(numbers, 3)
cycles: "int | None" = twice.report(numbers, 3).cycles
simulated: package.Kernel[npt.NDArray[np.int64]] = twice.using(mode="pysim")
try:
    add(numbers, numbers, numbers)
except pylog.CompileError as error:
    print(error.line, error.help)
again = twice.using(schedule=twice.report(numbers, 3).schedule)

twice.using(backend="verlog")
twice.cycels
