# fuse_loops i j
def k(a: "int32[8]", b: "int32[9]", c: "int32[8]"):
    for i in range(8):
        b[i] = a[i] + 1
    for j in range(8):
        c[j] = b[j] + b[j + 1]
