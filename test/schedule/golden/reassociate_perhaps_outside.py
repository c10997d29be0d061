# reassociate k 2
def k(a: "int32[6]", c: "int32[4]", p: "int32[4]"):
    for i in range(4):
        for k in range(6):
            if p[i] < 4:
                c[p[i]] = c[p[i]] + a[k]
