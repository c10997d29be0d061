# reassociate k 2
def k(a: "int32[4,6]", c: "int32[4]", p: "int32[4]"):
    for i in range(4):
        for k in range(6):
            c[i] = c[i] - a[i, k]
            if a[i, k] > 0:
                p[i] = p[i] * a[i, k]
