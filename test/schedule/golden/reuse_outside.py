# reuse_at a i
def k(a: "int32[10]", b: "int32[9]"):
    for i in range(9):
        b[i] = a[i] + a[i + 2]
