# through write out
# unroll j
def k(a: "float32[4,3]", b: "float32[4]"):
    for i in range(4):
        for j in range(3):
            b[i] += a[i, j]
