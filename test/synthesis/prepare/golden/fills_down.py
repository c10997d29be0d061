# through fills
# reuse_at a i name=lines
# pipeline j
def k(a: "int32[8,10]", b: "int32[7,9]"):
    for i in range(7):
        for j in range(9):
            b[i, j] = a[i, 9 - j] + a[i + 1, 8 - j]
