# systolic i rows=i columns=j
def mm(a: "int32[4,4,3]", c: "int32[4,4]"):
    for i in range(4):
        for j in range(4):
            s = np.int32(0)
            for k in range(3):
                s += a[i, j, k]
            c[i, j] = s
