# fuse_kernels i j name=both
# stencil both
def twice(a: "int32[20]", b: "int32[16]"):
    t = np.zeros(18, np.int32)
    for i in range(18):
        t[i] = a[i] + a[i + 2]
    for j in range(16):
        b[j] = t[j] + t[j + 2]
