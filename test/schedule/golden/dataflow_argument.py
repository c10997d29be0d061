# dataflow
def k(a: "int32[8]", b: "int32[8]", c: "int32[8]"):
    for i in range(8):
        b[i] = a[i] * 2
    for j in range(8):
        c[j] = b[7 - j]
