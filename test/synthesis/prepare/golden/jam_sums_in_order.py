# through jam
# unroll i 2
# pipeline j
def k(a: "float32[8,16]"):
    s = np.float32(0)
    for i in range(8):
        for j in range(16):
            s += a[i, j]
    return s
