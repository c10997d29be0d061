# systolic i rows=i
def where(h: "int32[7,9]"):
    best = np.int32(0)
    at = 0
    for i in range(1, 7):
        for j in range(1, 9):
            h[i, j] = max(h[i - 1, j], h[i, j - 1]) + 1
            if h[i, j] > best:
                best = h[i, j]
                at = j
    return at
