# fuse_loops i j
def k(a: "int32[8]", b: "int32[8]", c: "int32[9]"):
    for i in range(8):
        b[i] = a[i] + 1
    for j in range(1, 9):
        c[j] = b[j - 1] * 2
