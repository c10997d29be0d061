# reshape a dim=0 8
def k(a: "int32[4]"):
    for i in range(4):
        a[i] = i
