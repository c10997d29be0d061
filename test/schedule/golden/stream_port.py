# stream a
# stream b
def k(a: "int32[2, 4]", b: "int32[2, 4]"):
    for i in range(2):
        for j in range(4):
            b[i, j] = a[i, j] + 1
