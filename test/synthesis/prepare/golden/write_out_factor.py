# through write out
# unroll i 4
def k(a: "int32[10]", b: "int32[10]"):
    for i in range(10):
        b[i] = a[9 - i]
