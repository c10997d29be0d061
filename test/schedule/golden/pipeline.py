# pipeline i 2
def k(a: "int32[8]"):
    for i in range(8):
        a[i] = a[i] + 1
