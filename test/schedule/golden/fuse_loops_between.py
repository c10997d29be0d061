# fuse_loops i j
def k(a: "int32[8]", b: "int32[8]", c: "int32[1]"):
    for i in range(8):
        a[i] = a[i] + 1
    c[0] = a[3]
    for j in range(0, 16, 2):
        b[j // 2] = a[j // 2] + j
