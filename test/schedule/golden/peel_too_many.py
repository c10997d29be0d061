# peel i 9
def k(a: "int32[8]"):
    for i in range(8):
        a[i] = i
