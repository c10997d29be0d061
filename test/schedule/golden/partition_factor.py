# partition a dim=0 block 3
def k(a: "int32[4]"):
    for i in range(4):
        a[i] = i
