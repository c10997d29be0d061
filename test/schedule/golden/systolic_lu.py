# systolic k rows=k columns=j
def lu(a: "float32[3,3]"):
    for k in range(3):
        for i in range(k + 1, 3):
            a[i, k] = a[i, k] / a[k, k]
            for j in range(k + 1, 3):
                a[i, j] = a[i, j] - a[i, k] * a[k, j]
