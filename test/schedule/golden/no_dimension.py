# partition a dim=1 complete
def k(a: "int32[4]"):
    for i in range(4):
        a[i] = i
