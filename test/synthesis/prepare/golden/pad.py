# through pad
# unroll j 2
# pipeline j
def k(a: "int32[3,7]", b: "int32[3]"):
    for i in range(3):
        b[i] = 0
        for j in range(7):
            b[i] += a[i, j]
