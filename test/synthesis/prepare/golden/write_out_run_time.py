# through write out
# unroll i 2
def k(a: "int32[10]", n: "int32"):
    for i in range(n):
        a[i] = 0
