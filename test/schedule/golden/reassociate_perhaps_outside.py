# reassociate k 2
def k(a: "int32[6]", c: "int32[4]"):
    for i in range(4):
        for k in range(6):
            if i > 0:
                c[i - 1] = c[i - 1] + a[k]
