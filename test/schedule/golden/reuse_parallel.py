# parallel i
# reuse_at a i
def k(a: "int32[10]", b: "int32[8]"):
    for i in range(8):
        b[i] = a[i] + a[i + 2]
