# through fills
# reuse_at a i name=lines
# pipeline j
def k(a: "int32[8,10]", b: "int32[7,10]"):
    for i in range(7):
        for j in range(10):
            b[i, j] = a[i, 3] + a[i + 1, (j * j) % 10]
