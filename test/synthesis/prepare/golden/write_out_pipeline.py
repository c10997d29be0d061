# through write out
# pipeline i
def k(a: "int32[16]", w: "int32[3]", b: "int32[16]"):
    for i in range(14):
        s = w[0] * 0
        for j in range(3):
            s += a[i + j] * w[j]
        b[i] = s
