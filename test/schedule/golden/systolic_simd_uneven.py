# systolic i rows=i columns=j simd=k:2
def mm(a: "int16[4,3]", b: "int16[3,4]", c: "int32[4,4]"):
    for i in range(4):
        for j in range(4):
            s = np.int32(0)
            for k in range(3):
                s += np.int32(a[i, k]) * np.int32(b[k, j])
            c[i, j] = s
