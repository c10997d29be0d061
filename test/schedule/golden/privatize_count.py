# privatize t i
def k(a: "int32[6]", n: "python int"):
    for i in range(n):
        t = a[i]
        a[i] = t * t
