# stencil t
def sums(a: "int32[20]", b: "int32[20]", c: "int32[20]", d: "int32[20]"):
    for t in range(4):
        for i in range(1, 17):
            b[i] = a[i + 2] + a[i + 3]
        for j in range(1, 17):
            b[j] = d[j] + d[j - 1]
