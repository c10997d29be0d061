# pipeline while
def k(a: "int32[8]"):
    i = 0
    while a[i] > 0:
        i = i + 1
    a[i] = i
