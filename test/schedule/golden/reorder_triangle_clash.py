# reorder j i
def k(a: "int32[8,8]"):
    for i in range(1, 7):
        for j in range(i, 7):
            a[i, j] = a[i - 1, j + 1]
