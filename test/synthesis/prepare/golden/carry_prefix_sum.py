# through carry
def k(a: "float32[16]", s: "float32[16]"):
    for i in range(1, 16):
        s[i] = s[i - 1] + a[i]
