# unroll j
# unroll k
# unroll m
def k(a: "int32[8,8]"):
    for i in range(1, 6):
        for j in range(i):
            a[i, j] = 0
        for k in range(i + 1, 8):
            a[i, k] = 1
        for m in range(2, i, 2):
            a[i, m] = 2
