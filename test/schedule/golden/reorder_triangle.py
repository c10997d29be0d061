# reorder j i
def k(a: "int32[8,8]", b: "int32[8,8]"):
    for i in range(8):
        for j in range(i, 8):
            b[i, j] = a[i, j]
