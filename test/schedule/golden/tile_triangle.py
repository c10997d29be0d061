# tile i j 4 4
def k(a: "int32[8,8]"):
    for i in range(8):
        for j in range(i, 8):
            a[i, j] += 1
