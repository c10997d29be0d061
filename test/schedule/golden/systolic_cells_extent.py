# systolic t rows=i
def some(a: "uint8[8]", n: int):
    for t in range(8):
        for i in range(t % 2, n, 2):
            a[i] = a[i] + np.uint8(1)
