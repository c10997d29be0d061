# through accumulate
def k(a: "int32[4]", p: "int32[4]", n: "int32"):
    for i in range(4):
        for j in range(4):
            a[i] += a[j]
    for i in range(4):
        a[n] += 1
    for i in range(4):
        if p[i] == 3:
            break
        p[0] = i
