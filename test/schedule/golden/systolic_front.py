# systolic i rows=i size=2
def edit(a: "uint8[4]", b: "uint8[5]"):
    d = np.zeros((5, 6), np.int32)
    best = np.int32(9)
    for i in range(1, 5):
        for j in range(1, 6):
            d[i, j] = max(d[i - 1, j] + 1, d[i, j - 1] + 1) - np.int32(a[i - 1] == b[j - 1])
            best = min(best, d[i, j])
    return best, d[4, 5]
