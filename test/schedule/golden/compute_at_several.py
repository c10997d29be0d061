# compute_at i j
def k(a: "int32[8]", c: "int32[5]"):
    b = np.zeros(9, np.int32)
    for i in range(8):
        b[i] = a[i]
        b[i + 1] = a[i] * 2
    for j in range(5):
        c[j] = b[j] + b[j + 3]
