# reorder j i
def k(a: "int32[8,20]", n: "python int"):
    for i in range(2, n):
        for j in range(2 * i - 1, n + i, 3):
            a[i, j] = 1
