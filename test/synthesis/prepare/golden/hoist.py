# through hoist
def k(a: "float32[8]", b: "float32[8]", x: "float32", y: "float32", n: "int32"):
    for i in range(8):
        for j in range(8):
            b[j] = a[j] * (x / y) + a[i] * 2.0
            if n > 3:
                b[i] = x * y
