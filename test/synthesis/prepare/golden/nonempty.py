# through nonempty
# split l 2
# reorder j l.outer l.inner
# pipeline l.outer
def k(a: "float32[6,6]", b: "float32[6,4]", c: "float32[6,4]"):
    for i in range(6):
        for j in range(4):
            for l in range(i):
                c[l, j] += b[i, j] * a[i, l]
