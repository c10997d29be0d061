# through shift
def k(a: "int32[6]", b: "int32[6]"):
    for o in range(2):
        for i in range(4):
            if o * 4 + i < 6:
                b[o * 4 + i] = a[o * 4 + i] + i
