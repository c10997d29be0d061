# through accumulate
# unroll j
def k(a: "int32[8,2]", w: "int32[2]", c: "int32[2]"):
    for i in range(8):
        for j in range(2):
            if a[i, j] > 0:
                c[j] += a[i, j] * w[j]
