# privatize a i
def k(a: "int32[6]", out: "int32[6]"):
    for i in range(6):
        out[i] = a[i]
