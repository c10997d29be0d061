# reassociate i 4
def k(a: "float32[10]"):
    for i in range(1, 10):
        a[i] = a[i] + a[i - 1]
