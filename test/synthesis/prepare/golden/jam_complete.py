# through first tidy
# unroll i
# pipeline j
def k(a: "int32[3,16]", b: "int32[3,16]"):
    for i in range(3):
        for j in range(16):
            b[i, j] = a[i, j] + 1
