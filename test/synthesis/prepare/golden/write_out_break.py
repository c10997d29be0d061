# through write out
# unroll i
def k(a: "int32[3]", b: "int32[3]"):
    for i in range(3):
        if a[i] > 5:
            break
        if a[i] < 0:
            continue
        b[i] = a[i]
