# through fills
# reuse_at a i name=lines
# pipeline j
def k(a: "int32[9,11]", b: "int32[4,4]"):
    for i in range(4):
        for j in range(4):
            b[i, j] = a[2 * i, 2 * j] + a[2 * i + 1, 2 * j + 1] + a[2 * i + 2, 2 * j + 2]
