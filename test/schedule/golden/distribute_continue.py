# distribute i b
def k(a: "int32[8]", b: "int32[8]", c: "int32[8]"):
    for i in range(8):
        if a[i] == 0:
            continue
        b[i] = a[i]
        c[i] = a[i]
