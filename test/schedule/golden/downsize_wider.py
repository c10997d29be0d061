# downsize t to=int64
def k(a: "int32[4]"):
    t = np.zeros(4, np.int32)
    for i in range(4):
        t[i] = i
        a[i] = t[i]
