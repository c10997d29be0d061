# through carry
def k(a: "int32[16]", b: "int32[16]", n: "int32"):
    for i in range(0, 16):
        if b[i] > 0:
            a[i] = b[i]
        b[i] = a[max(i - 1, 0)]
    for i in range(1, 8):
        a[i] = a[i - 1] + 1
        a[15 - i] = 3
    for i in range(1, 8):
        if b[i] > 2:
            a[i] = a[i - 1] + 1
