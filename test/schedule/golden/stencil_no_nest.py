# stencil i
def total(a: "int32[20]"):
    s = 0
    for i in range(1, 20):
        s += a[i] * a[i - 1]
    return s
