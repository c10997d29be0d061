# privatize s i
def k(a: "int32[6]"):
    s = np.int32(0)
    for i in range(6):
        if a[i] > 3:
            s = a[i]
    return s
