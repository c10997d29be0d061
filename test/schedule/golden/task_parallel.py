# task_parallel
def k(a: "int32[8]", b: "int32[8]"):
    for i in range(8):
        a[i] = a[i] * 2
    for j in range(8):
        b[j] = b[j] + 1
