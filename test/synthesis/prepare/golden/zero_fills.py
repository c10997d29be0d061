# through zero fills
def k(a: "int32[8]"):
    b = np.zeros((2, 8), np.int32)
    for i in range(4):
        b[1, i] = a[i]
    return b
