# compute_at i j
def k(a: "int32[8]", c: "int32[5]"):
    b = np.zeros(8, np.int32)
    s = a[0]
    for i in range(8):
        s = a[i]
        b[i] = s
    for j in range(5):
        c[j] = b[j] + b[j + 2] + s
