# through distinct
# pipeline i
def k(x: "int32[64]", w: "int32[5]", y: "int32[64]"):
    for i in range(4, 64):
        s = 0 * w[0]
        for t in range(5):
            s += x[i - t] * w[t]
        y[i] = s
