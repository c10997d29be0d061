# stencil i
def strided(a: "int32[90]", b: "int32[44]"):
    for i in range(44):
        b[i] = a[2 * i] + a[2 * i + 1]
