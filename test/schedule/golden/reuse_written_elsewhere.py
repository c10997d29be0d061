# reuse_at a i name=w
def k(a: "int32[20]"):
    for i in range(8):
        a[i + 10] = a[i] + a[i + 1]
