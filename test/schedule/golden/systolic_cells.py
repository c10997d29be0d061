# systolic t rows=i
def rule(a: "uint8[7]", w: "uint8[5]"):
    b = np.zeros(7, np.uint8)
    for t in range(5):
        for i in range(7):
            left = a[i - 1] if i > 0 else np.uint8(0)
            b[i] = left ^ a[i] ^ w[t]
        for i in range(7):
            a[i] = b[i]
