# compute_at i j
def k(a: "int32[8]", b: "int32[8]"):
    for i in range(8):
        a[i] = i
    for j in range(8):
        if a[j] > 3:
            break
        b[j] = a[j]
