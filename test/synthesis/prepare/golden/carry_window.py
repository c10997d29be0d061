# through carry
# pipeline j
def k(a: "int32[8,8]", b: "int32[8,8]"):
    for i in range(1, 7):
        for j in range(1, 7):
            b[i, j] = a[i, j - 1] + a[i, j] + a[i, j + 1] + a[i - 1, j]
