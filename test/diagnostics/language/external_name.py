from pylog import *


@external(header="$(shell date).h")
def first(x):
    return x


@external(header="first.h", source="../first.cpp")
def second(x):
    return x


@external(header="first.h", source="first.cpp; rm -rf .")
def third(x):
    return x


@external(header="first.h", source="first.txt")
def fourth(x):
    return x


@external(header="first.h", function="first(1); exit")
def fifth(x):
    return x


@external(header="first.h")
def delete(x):
    return x


@pylog
def kernel(a: "int32[8]"):
    a[0] = first(a[1])
    a[1] = second(a[1])
    a[2] = third(a[1])
    a[3] = fourth(a[1])
    a[4] = fifth(a[1])
    a[5] = delete(a[1])
