# memmap m vertical t t
def k(a: "int32[8]"):
    t = np.zeros(8, np.int32)
    for i in range(8):
        t[i] = a[i]
    for j in range(8):
        a[j] = t[7 - j]
