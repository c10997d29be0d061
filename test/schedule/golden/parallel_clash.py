# parallel i
def k(a: "int32[8]", b: "int32[8]"):
    for i in range(2, 8):
        a[i] = b[i] + 1
        b[i - 1] = a[i - 2]
