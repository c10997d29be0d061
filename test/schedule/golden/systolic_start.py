# systolic i rows=i columns=j
def mm(a: "int32[4,3]", b: "int32[3,4]", c: "int32[4,4]"):
    for i in range(4):
        for j in range(4):
            for k in range(3):
                c[i, j] += a[i, k] * b[k, j]
