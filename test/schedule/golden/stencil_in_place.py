# stencil i
def smooth(a: "int32[20]"):
    for i in range(1, 19):
        a[i] = a[i - 1] + a[i] + a[i + 1]
