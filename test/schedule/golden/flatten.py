# flatten i ii=2
def k(a: "int8[4]", b: "int32[4]"):
    for i in range(4):
        b[i] = a[i] * 7
