# through tidy
# unroll i
def k(a: "int32[4]", b: "int32[4]", n: "int32"):
    t = n // 3
    for i in range(4):
        if i < 2:
            b[i] = a[i] * 3
        else:
            u = a[i]
    for j in range(4):
        if j > 9:
            b[j] = 1
