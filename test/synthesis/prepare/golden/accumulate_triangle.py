# through accumulate
def k(a: "float64[4,4]"):
    for i in range(4):
        for j in range(i):
            for l in range(j):
                a[i, j] -= a[i, l] * a[j, l]
            a[i, j] = a[i, j] / a[j, j]
