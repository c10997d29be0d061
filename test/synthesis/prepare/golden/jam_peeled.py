# through jam
# unroll j 3
# peel k 2 last
def kernel(u: "int16[8]", v: "int16[8,9]", n: "int32"):
    for j in range(n % 12):
        for k in range(7):
            for l in range(5):
                v[6 - k, l] -= u[k] if l < j else np.int16(1)
