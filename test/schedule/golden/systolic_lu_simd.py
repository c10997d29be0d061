# systolic k rows=k columns=j simd=2
def lu(a: "float32[5,5]"):
    for k in range(5):
        for i in range(k + 1, 5):
            a[i, k] = a[i, k] / a[k, k]
            for j in range(k + 1, 5):
                a[i, j] = a[i, j] - a[i, k] * a[k, j]
