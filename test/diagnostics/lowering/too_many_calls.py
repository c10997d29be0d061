# A function that calls the one before twice, nineteen times over.
from pylog import *


def f0(x):
    return x + 1


def f1(x):
    return f0(x) + f0(x)


def f2(x):
    return f1(x) + f1(x)


def f3(x):
    return f2(x) + f2(x)


def f4(x):
    return f3(x) + f3(x)


def f5(x):
    return f4(x) + f4(x)


def f6(x):
    return f5(x) + f5(x)


def f7(x):
    return f6(x) + f6(x)


def f8(x):
    return f7(x) + f7(x)


def f9(x):
    return f8(x) + f8(x)


def f10(x):
    return f9(x) + f9(x)


def f11(x):
    return f10(x) + f10(x)


def f12(x):
    return f11(x) + f11(x)


def f13(x):
    return f12(x) + f12(x)


def f14(x):
    return f13(x) + f13(x)


def f15(x):
    return f14(x) + f14(x)


def f16(x):
    return f15(x) + f15(x)


def f17(x):
    return f16(x) + f16(x)


def f18(x):
    return f17(x) + f17(x)


def f19(x):
    return f18(x) + f18(x)


@pylog
def kernel(a: "int32[4]"):
    a[0] = f19(a[0])
