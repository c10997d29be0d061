# peel i 1
def k(a: "int32[8,4]"):
    for i in range(8):
        for j in range(4):
            if i > 0:
                a[i, j] = a[i, j] + a[i - 1, j]
