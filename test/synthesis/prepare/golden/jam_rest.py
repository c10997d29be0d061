# through jam
# unroll i 4
# pipeline j
def k(a: "int32[11,16]", b: "int32[11,16]"):
    for i in range(11):
        for j in range(16):
            b[i, j] = a[i, j] + 1
