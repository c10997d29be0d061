# systolic t rows=i
def gaps(a: "int16[8]"):
    for t in range(8):
        for i in range(t % 4, 6, 4):
            if a[i] > a[i + 2]:
                a[i], a[i + 2] = a[i + 2], a[i]
