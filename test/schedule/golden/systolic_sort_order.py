# systolic t rows=i
def bubble(a: "int16[8]"):
    for t in range(8):
        for i in range(7):
            if a[i] > a[i + 1]:
                a[i], a[i + 1] = a[i + 1], a[i]
