# stream r
def k(a: "int32[4]"):
    r = np.zeros(4, np.int32)
    for i in range(4):
        r[i] = a[i]
    return r
