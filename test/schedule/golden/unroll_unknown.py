# unroll j
def k(a: "int32[8,8]", n: "python int"):
    for i in range(4):
        for j in range(n):
            a[i, j] = 0
