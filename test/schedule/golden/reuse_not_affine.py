# reuse_at a i
def k(a: "int32[10]", b: "int32[3]"):
    for i in range(3):
        b[i] = a[i] + a[i * i]
