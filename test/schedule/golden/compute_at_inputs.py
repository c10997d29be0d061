# compute_at i j
def k(a: "int32[8]", c: "int32[8]"):
    b = np.zeros(8, np.int32)
    for i in range(8):
        b[i] = a[i] * 2
    for j in range(7):
        a[j] = b[j + 1]
        c[j] = b[j]
