# through shift
# split i 4
# split j 4
# privatize total j.inner name=one
# privatize one i.inner name=sums
# reorder j.outer k i.inner j.inner
def k(a: "int32[6,5]", b: "int32[5,6]", c: "int32[6,6]"):
    for i in range(6):
        for j in range(6):
            total = np.int32(0)
            for k in range(5):
                total += a[i, k] * b[k, j]
            c[i, j] = total
