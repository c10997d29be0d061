# peel i 2 last
def k(a: "int32[8]", n: "python int"):
    for i in range(0, n, 2):
        a[i] = i
