# stream b
def k(a: "int32[4]", b: "int32[4]"):
    for i in range(4):
        a[i] = 1
