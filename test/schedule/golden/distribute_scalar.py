# distribute i t
def k(a: "int32[8]", b: "int32[8]"):
    for i in range(8):
        t = a[i] + 1
        b[i] = t * t
