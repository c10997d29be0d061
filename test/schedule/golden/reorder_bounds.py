# reorder j i
def k(a: "int32[8,64]"):
    for i in range(8):
        for j in range(i * i, 64):
            a[i, j] = 1
