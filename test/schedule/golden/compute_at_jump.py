# compute_at i j
def k(a: "int32[8]", b: "int32[8]", n: "int32"):
    for r in range(2):
        for i in range(8):
            a[i] = i + r
        if n > 3:
            break
        for j in range(8):
            b[j] = a[j]
