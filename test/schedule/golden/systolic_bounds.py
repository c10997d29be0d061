# systolic i rows=i
def mv(a: "int32[6,3]", y: "int32[6]", n: int):
    for i in range(6):
        s = 0
        for k in range(min(n, 3)):
            s += int(a[i, k])
        y[i] = np.int32(s)
