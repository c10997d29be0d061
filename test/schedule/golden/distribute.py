# distribute i j
# distribute i.rest b
def k(a: "int32[8]", b: "int32[8]", c: "int32[8,4]", d: "int32[8]"):
    for i in range(8):
        for j in range(4):
            c[i, j] = a[i]
        b[i] = a[i] + c[i, 3]
        d[i] = b[i] * 2
