# through carry
# unroll i 2
def k(a: "int32[16]", s: "int32[16]"):
    for i in range(2, 16):
        s[i] = s[i - 1] + s[i - 2] + a[i]
