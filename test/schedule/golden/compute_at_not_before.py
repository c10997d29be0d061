# compute_at j i
def k(a: "int32[8]", b: "int32[8]"):
    for i in range(8):
        a[i] = 1
    for j in range(8):
        b[j] = a[j]
