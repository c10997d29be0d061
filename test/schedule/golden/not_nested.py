# fuse i k
def k(a: "int32[8,8]", s: "int32[8]"):
    for i in range(8):
        s[i] = 0
        for k in range(8):
            s[i] = s[i] + a[i, k]
