# systolic k rows=k columns=j
def gj(a: "float32[4,5]"):
    for k in range(4):
        for j in range(k + 1, 5):
            a[k, j] = a[k, j] / a[k, k]
        for i in range(4):
            if i != k:
                for j in range(k + 1, 5):
                    a[i, j] = a[i, j] - a[i, k] * a[k, j]
