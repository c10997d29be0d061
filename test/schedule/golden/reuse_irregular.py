# reuse_at a i
def k(a: "int32[10]", b: "int32[4]"):
    for i in range(4):
        b[i] = a[i] + a[2 * i]
