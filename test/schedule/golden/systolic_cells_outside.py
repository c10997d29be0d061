# systolic t rows=i
def over(a: "uint8[8]"):
    for t in range(8):
        for i in range(t % 2, 8, 2):
            a[i] = a[i + 1]
