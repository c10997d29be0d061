# compute_at i j
def k(a: "int32[8]", b: "int32[8]", c: "int32[8]"):
    for i in range(7):
        b[i + 1] = b[i] + a[i]
    for j in range(7):
        c[j] = b[j + 1] + b[7]
