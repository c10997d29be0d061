# systolic k rows=k columns=j
def solve(a: "float32[4,4]", b: "float32[4]"):
    for k in range(4):
        for i in range(k + 1, 4):
            f = a[i, k] / a[k, k]
            for j in range(k + 1, 4):
                a[i, j] -= f * a[k, j]
            b[i] -= f * b[k]