# stencil i
def sums(a: "int32[20]", b: "int32[20]"):
    for i in range(20):
        b[i] = a[i] + a[i + 1]
