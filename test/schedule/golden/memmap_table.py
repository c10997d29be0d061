# memmap m vertical t u_1
def k(a: "int32[4]"):
    t = np.zeros(4, np.int32)
    u = np.array([3, 1, 4, 1], np.int32)
    for i in range(4):
        t[i] = u[i]
        a[i] = t[i]
