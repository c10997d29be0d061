# privatize t i
def k(a: "int32[6,4]", out: "int32[6]"):
    t = np.zeros(4, np.int32)
    for i in range(6):
        t[0] = a[i, 0]
        for j in range(4):
            out[i] += t[j]
        for j in range(1, 4):
            t[j] = a[i, j]
