# through shift
# split i 4
# reorder j i.inner
def k(a: "int32[13]", b: "int32[5]", c: "int32[13,5]"):
    for i in range(13):
        for j in range(5):
            c[i, j] = a[i] * b[j]
