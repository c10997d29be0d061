# parallel j
# reorder j i
def k(a: "int32[8,8]"):
    for i in range(1, 8):
        for j in range(1, 8):
            a[i, j] = a[i - 1, j - 1]
