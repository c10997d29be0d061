# through accumulate
# pipeline j
def k(a: "float32[4,4]", b: "float32[4,4]", c: "float32[4,4]"):
    for i in range(4):
        for j in range(4):
            for l in range(3):
                c[i, j] += a[i, l] * b[l, j]
