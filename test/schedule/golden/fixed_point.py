# fixed_point
def k(a: "int8[4]", b: "float32[4]"):
    for i in range(4):
        s = np.float32(a[i]) * np.float32(0.75) + np.float32(2)
        b[i] = np.rint(s)
