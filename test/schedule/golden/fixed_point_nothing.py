# fixed_point
def k(a: "float32[4]", b: "float32[4]"):
    for i in range(4):
        b[i] = a[i] * np.float32(0.5)
