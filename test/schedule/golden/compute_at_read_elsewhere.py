# compute_at i j
def k(a: "int32[8]", c: "int32[5]", d: "int32[8]"):
    b = np.zeros(8, np.int32)
    for i in range(8):
        b[i] = a[i]
    for j in range(5):
        c[j] = b[j] + b[j + 2]
    for l in range(8):
        d[l] = b[l]
