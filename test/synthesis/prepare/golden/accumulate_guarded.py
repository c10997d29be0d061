# through accumulate
# split j 2
# split l 2
# reorder l.outer i j.outer l.inner j.inner
# pipeline j.outer
def k(a: "float32[4,4]", b: "float32[4,3]", c: "float32[4,3]"):
    for i in range(4):
        for j in range(3):
            for l in range(4):
                c[i, j] += a[i, l] * b[l, j]
