# through nonempty
# pipeline l
# pipeline m
def k(a: "float32[6,6]", c: "float32[6]"):
    for i in range(6):
        for l in range(i):
            c[l] += a[i, l]
    for i in range(6):
        for j in range(2):
            for m in range(i + 1):
                c[m] += a[i, m]
