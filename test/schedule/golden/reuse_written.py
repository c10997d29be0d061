# reuse_at a i
def k(a: "int32[10]"):
    for i in range(1, 9):
        a[i] = a[i - 1] + a[i + 1]
