# systolic k rows=k columns=j
def ldl(a: "float32[4,4]"):
    for k in range(4):
        for i in range(k + 1, 4):
            m = a[i, k] / a[k, k]
            for j in range(k + 1, i + 1):
                a[i, j] -= m * a[j, k]
        for i in range(k + 1, 4):
            a[i, k] = a[i, k] / a[k, k]
