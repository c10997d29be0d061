# reuse_at a i
def k(a: "int32[8,8]", b: "int32[6]"):
    for i in range(6):
        b[i] = a[i, i] + a[i + 1, i]
