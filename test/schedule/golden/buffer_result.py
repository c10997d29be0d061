# buffer y
def k(a: "int32[4]"):
    y = np.zeros(4, np.int32)
    for i in range(4):
        y[i] = a[i]
        y[i] += y[3 - i]
    return y
