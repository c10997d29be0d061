# memmap m vertical a b
def k(a: "int32[8]", b: "int32[8]"):
    for i in range(8):
        a[i] = b[i]
