# distribute i j
def k(a: "int32[8]", c: "int32[8,4]"):
    for i in range(8):
        a[i] = 0
        for j in range(4):
            c[i, j] = 0
