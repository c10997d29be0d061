# compute_at i y
def k(a: "int32[8,4]", c: "int32[8,4]"):
    b = np.zeros((8, 4), np.int32)
    for i in range(8):
        for j in range(4):
            b[i, j] = a[i, j] + 1
    for y in range(8):
        for x in range(4):
            c[y, x] = b[y, x] * 2
