# memmap m vertical t u
def k(a: "int32[8]"):
    t = np.zeros(8, np.int32)
    u = np.zeros(8, np.int32)
    for i in range(8):
        u[i] = a[i]
        t[i] = u[i]
    return t
