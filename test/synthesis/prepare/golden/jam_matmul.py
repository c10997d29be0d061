# through jam
# unroll i 4
# pipeline k
def k(a: "int32[8,8]", b: "int32[8,8]", c: "int32[8,8]"):
    for i in range(8):
        for j in range(8):
            s = np.int32(0)
            for k in range(8):
                s += a[i, k] * b[k, j]
            c[i, j] = s
