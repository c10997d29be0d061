# distribute i b
def k(a: "int32[9]", b: "int32[8]"):
    for i in range(8):
        b[i] = a[i]
        a[i + 1] = b[i] * 2
