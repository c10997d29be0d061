# parallel i
def k(a: "int32[8]", r: "int32[1]"):
    t = np.int32(0)
    s = np.int32(0)
    for i in range(8):
        t = a[i] * 2
        s = s + t
    r[0] = s
