# stencil i
def sums(a: "int32[20000]", b: "int32[20]"):
    for i in range(20):
        s = 0
        for j in range(19000):
            s += a[i + j]
        b[i] = s
