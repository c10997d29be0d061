# through jam
# unroll i 2
# pipeline j
def k(a: "int32[8,16]"):
    for i in range(1, 8):
        for j in range(15):
            a[i, j] = a[i - 1, j + 1] + 1
