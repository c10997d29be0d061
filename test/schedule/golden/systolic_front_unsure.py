# systolic i rows=i
def edit(h: "int32[7,9]", a: "int32[7]", b: "int32[9]"):
    for i in range(1, 7):
        for j in range(1, 9):
            if a[i] < b[j]:
                h[i, j] = h[i - 1, j] + 1
