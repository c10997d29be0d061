# reassociate i 2
def k(a: "int32[8]"):
    m = 0
    for i in range(8):
        m = max(m, i * 3 % 5)
    a[0] = m
