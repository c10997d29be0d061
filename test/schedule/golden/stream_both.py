# stream a
def k(a: "int32[4]"):
    for i in range(4):
        a[i] = a[i] + 1
