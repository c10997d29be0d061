# stencil i
def jacobi(a: "float32[6,16]", b: "float32[6,16]"):
    for i in range(1, 5):
        for j in range(1, 15):
            b[i, j] = a[i - 1, j] + a[i + 1, j] + a[i, j]
