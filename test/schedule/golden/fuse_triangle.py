# fuse i j
def k(a: "int32[8,8]"):
    for i in range(8):
        for j in range(i):
            a[i, j] = a[j, i]
