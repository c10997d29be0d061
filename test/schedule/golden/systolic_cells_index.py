# systolic t rows=i
def ring(a: "uint8[8]"):
    b = np.zeros(8, np.uint8)
    for t in range(8):
        for i in range(8):
            b[i] = a[(i + 1) % 8]
        for i in range(8):
            a[i] = b[i]
