# split i 2 outer=a
def k(a: "int32[8]"):
    for i in range(8):
        a[i] = 1
