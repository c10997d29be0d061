# through fills
# reuse_at a i name=lines
# pipeline j
# pipeline lines.1
def k(a: "int32[8,10]", b: "int32[7,10]"):
    for i in range(7):
        for j in range(10):
            b[i, j] = a[i, j] + a[i + 1, j]
