# stream a
def k(a: "int32[2, 4]", b: "int32[4, 2]"):
    for i in range(4):
        for j in range(2):
            b[i, j] = a[j, i] + 1
