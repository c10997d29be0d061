# through fills
# reuse_at a i name=lines
# reuse_at lines j name=window
# pipeline j
def k(a: "int32[8,10]", b: "int32[6,8]"):
    for i in range(6):
        for j in range(8):
            b[i, j] = a[i, j] + 2 * a[i + 1, j + 1] + a[i + 2, j + 2]
