# through jam
# unroll i 2
# pipeline j
# pipeline j_1
def k(a: "int32[8,16]", b: "int32[8,16]"):
    row = np.zeros(16, np.int32)
    for i in range(8):
        for j in range(16):
            row[j] = a[i, j] + 1
        for j in range(16):
            b[i, j] = row[15 - j]
