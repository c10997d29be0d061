# split i 4 outer=rows inner=lanes
def k(a: "int32[40]", b: "int32[40]"):
    for i in range(3, 40, 3):
        b[i] = a[i]
