# systolic t rows=i
def swaps(a: "int16[6]"):
    s = 0
    for t in range(6):
        for i in range(t % 2, 5, 2):
            if a[i] > a[i + 1]:
                a[i], a[i + 1] = a[i + 1], a[i]
                s += 1
    return s
