# through shift
# split i 4
def k(a: "int32[6]", b: "int32[6]", c: "int32[1]"):
    last = np.int32(0)
    for i in range(6):
        b[i] = last
        last = a[i]
    c[0] = last
