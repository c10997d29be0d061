# split i 4
def k(a: "int32[8]"):
    for i in range(8):
        if a[i] == 0:
            break
        a[i] = 1
