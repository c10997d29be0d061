# task_parallel
def k(a: "int32[8]", b: "int32[8]"):
    for i in range(8):
        b[i] = a[i] * 2
