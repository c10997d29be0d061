# split j 2
# reorder j.inner i
def k(a: "float32[8,8]"):
    for i in range(1, 8):
        for j in range(7):
            a[i, j] = a[i - 1, j + 1] * 2.0
