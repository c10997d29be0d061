# privatize s i
def k(a: "int32[6]", out: "int32[6]"):
    s = a[0]
    for i in range(6):
        out[i] = s
        s = a[i]
