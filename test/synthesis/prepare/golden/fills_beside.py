# through fills
# reuse_at a i name=lines
# pipeline j
def k(a: "int32[8,10]", b: "int32[7,10]", c: "int32[7]"):
    for i in range(7):
        n = np.int32(0)
        for j in range(10):
            b[i, j] = a[i, j] + a[i + 1, j]
            n += b[i, j]
        c[i] = n
