# systolic k rows=k columns=j
def chol(a: "float32[4,4]"):
    for k in range(4):
        a[k, k] = np.sqrt(a[k, k])
        for j in range(k + 1, 4):
            a[k, j] = a[k, j] / a[k, k]
        for i in range(k + 1, 4):
            for j in range(i, 4):
                a[i, j] = a[i, j] - a[k, i] * a[k, j]
