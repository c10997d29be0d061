# systolic k rows=k columns=j
def every_other(a: "float32[4,4]"):
    for k in range(0, 4, 2):
        for i in range(k + 1, 4):
            for j in range(k + 1, 4):
                a[i, j] = a[i, j] - a[i, k] * a[k, j]
