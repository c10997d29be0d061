# through jam
# unroll i 2
# pipeline j
def k(a: "int32[11,16]", b: "int32[11,16]", n: "int32"):
    for i in range(n % 12):
        for j in range(16):
            b[i, j] = a[i, j] + 1
