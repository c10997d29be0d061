# privatize t i
def k(a: "int32[6]", out: "int32[4]"):
    t = np.zeros(4, np.int32)
    for i in range(6):
        for j in range(4):
            t[j] = a[i] + j
    for k in range(4):
        out[k] = t[k]
