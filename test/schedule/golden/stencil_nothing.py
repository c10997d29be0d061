# stencil i
def scaled(a: "int32[20]", b: "int32[20]"):
    for i in range(20):
        b[i] = 2 * a[i]
