# through fills
# reuse_at a d name=planes
# reuse_at planes i name=lines
# pipeline j
def k(a: "int32[4,5,6]", b: "int32[3,4,5]"):
    for d in range(3):
        for i in range(4):
            for j in range(5):
                b[d, i, j] = a[d, i, j] + a[d + 1, i + 1, j + 1]
