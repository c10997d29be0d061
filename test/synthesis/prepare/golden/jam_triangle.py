# through jam
# unroll i 4
def rows(a: "int32[8,8]", b: "int32[8]"):
    for i in range(8):
        s = np.int32(0)
        for j in range(i + 1):
            s += a[i, j]
        b[i] = s
