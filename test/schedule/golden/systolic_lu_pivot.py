# systolic k rows=k columns=j_1
def pivoted(a: "float32[4,4]"):
    for k in range(4):
        p = k
        for i in range(k + 1, 4):
            if abs(a[i, k]) > abs(a[p, k]):
                p = i
        for j in range(4):
            t = a[k, j]
            a[k, j] = a[p, j]
            a[p, j] = t
        for i in range(k + 1, 4):
            a[i, k] = a[i, k] / a[k, k]
            for j in range(k + 1, 4):
                a[i, j] = a[i, j] - a[i, k] * a[k, j]
