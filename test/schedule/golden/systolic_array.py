# systolic i rows=i columns=j
def chained(c: "int32[4,4]", a: "int32[4,4]"):
    for i in range(4):
        for j in range(4):
            s = np.int32(0)
            for k in range(4):
                s += a[i, k] * c[k, j]
            c[i, j] = s
