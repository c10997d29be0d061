# systolic t rows=i
def sort(a: "int16[6]"):
    for t in range(6):
        for i in range(t % 2, 5, 2):
            if a[i] > a[i + 1]:
                a[i], a[i + 1] = a[i + 1], a[i]
