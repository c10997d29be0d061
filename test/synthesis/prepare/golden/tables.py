# through tables
def k(a: "int32[4]"):
    for i in range(4):
        a[i] = a[i] + 1
    return np.array([[1, 2], [3, 4]], np.int32)
