# fuse_loops i j
def k(a: "int32[8]", b: "int32[8]", n: "python int"):
    m = n
    for i in range(n):
        m = m - a[i]
    for j in range(m):
        b[j] = 1
