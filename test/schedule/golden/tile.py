# tile i j 4 2
def k(a: "int32[10,8]", b: "int32[8,10]"):
    for i in range(10):
        for j in range(8):
            b[j, i] = a[i, j]
