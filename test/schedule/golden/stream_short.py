# stream a
def k(a: "int32[4]", b: "int32[3]"):
    for i in range(3):
        b[i] = a[i] + 1
