# split i 4
def k(a: "int32[40]", n: "python int"):
    for i in range(a[0] % 3, n):
        a[i] = n
