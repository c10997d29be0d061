# through pad
# unroll j 2
# pipeline j
def k(a: "int32[7]", b: "int32[1]"):
    for j in range(7):
        b[0] += a[j]
