# through carry
# pipeline i
def k(a: "int32[16]"):
    for i in range(1, 15):
        a[i] = a[i - 1] + a[i] + a[i + 1]
