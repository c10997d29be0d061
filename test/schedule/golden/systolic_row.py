# systolic i rows=i size=4
def mv(a: "int32[6,3]", x: "int32[3]", y: "int32[6]"):
    for i in range(6):
        y[i] = 0
        for k in range(3):
            y[i] += a[i, k] * x[k]
