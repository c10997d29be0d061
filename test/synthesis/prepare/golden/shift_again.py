# through shift
# split i 4
def k(a: "int32[6]", b: "int32[6]"):
    for i in range(6):
        b[i] += a[i]
