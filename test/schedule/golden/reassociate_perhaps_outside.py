# reassociate k 2
def k(a: "int32[6]", c: "int32[3]"):
    for i in range(4):
        for k in range(6):
            if i < 3:
                c[i] = c[i] + a[k]
