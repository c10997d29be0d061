# reorder j i
def k(a: "int32[8,8]", n: "int32[1]"):
    for i in range(8):
        for j in range(n[0]):
            a[i, j] = 1
