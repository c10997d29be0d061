# through distinct
# pipeline j
def k(a: "float32[10,10]", w: "float32[3,3]", b: "float32[8,8]"):
    for i in range(8):
        for j in range(8):
            s = np.float32(0)
            for r in range(3):
                for c in range(3):
                    s += a[i + r, j + c] * w[r, c]
            b[i, j] = s
