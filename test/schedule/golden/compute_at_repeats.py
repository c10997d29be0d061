# compute_at i j
def k(a: "int32[8]", b: "int32[8]", c: "int32[6]"):
    for i in range(8):
        b[i] = b[i] + a[i]
    for j in range(6):
        c[j] = b[j] + b[j + 2]
