# memmap m vertical t u
def k(p: "uint8[4]", a: "int32[4]"):
    t = np.zeros(4, np.int32)
    u = np.zeros(4, np.int32)
    for i in range(4):
        t[i] = i
        u[i] = t[p[i]]
        a[i] = u[3 - i]
