# distribute i n
def k(a: "int32[8]", b: "int32[8]", n: "int64[1]"):
    for i in range(n[0]):
        n[0] = i
        b[i] = a[i]
