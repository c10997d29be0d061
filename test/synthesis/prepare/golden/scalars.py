# through tidy
# reassociate i 2
# unroll i.inner
# pipeline i.outer
def k(a: "int32[64]", b: "int32[64]"):
    s = a[0] * 0
    for i in range(64):
        s += a[i] * b[i]
    return s
