# systolic i rows=i simd=2
def edit(h: "int32[7,9]"):
    for i in range(1, 7):
        for j in range(1, 9):
            h[i, j] = max(h[i - 1, j], h[i, j - 1])
