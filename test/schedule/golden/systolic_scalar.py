# systolic i rows=i
def total(a: "int32[6,3]", y: "int32[6]"):
    s = np.int32(0)
    for i in range(6):
        for k in range(3):
            s += a[i, k]
        y[i] = s
