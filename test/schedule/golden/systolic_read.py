# systolic i rows=i
def mv(a: "int32[6]", p: "int32[3]", y: "int32[6]"):
    for i in range(6):
        s = np.int32(0)
        for k in range(3):
            s += a[p[k]]
        y[i] = s
