# memmap m vertical t u
def k(a: "int32[4]"):
    t = np.zeros((4, 2), np.int32)
    u = np.zeros((4, 3), np.int32)
    for i in range(4):
        t[i, 0] = i
        u[i, 1] = t[i, 0]
        a[i] = u[i, 1]
