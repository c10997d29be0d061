# reassociate i 4
# unroll i.inner
def k(a: "float32[10]", r: "float32[1]"):
    s = np.float32(0.0)
    for i in range(10):
        s = s + a[i]
    r[0] = s
