# reorder k j
def k(a: "float32[4,8]", b: "float32[8,4]", c: "float32[4,4]"):
    for i in range(4):
        for j in range(4):
            c[i, j] = 0.0
            for k in range(8):
                c[i, j] = c[i, j] + a[i, k] * b[k, j]
