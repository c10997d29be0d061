# systolic m rows=k columns=j
def lu(a: "float32[3,4,4]"):
    for m in range(3):
        for k in range(3):
            for i in range(k + 1, 4):
                a[m, i, k] = a[m, i, k] / a[m, k, k]
                for j in range(k + 1, 4):
                    a[m, i, j] = a[m, i, j] - a[m, i, k] * a[m, k, j]
