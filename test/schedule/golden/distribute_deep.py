# distribute i j
def k(a: "int32[8]", c: "int32[8,4,4]"):
    for i in range(8):
        for l in range(4):
            for j in range(4):
                c[i, l, j] = 0
        a[i] = 0
