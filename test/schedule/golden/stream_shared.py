# dataflow
# stream a
def k(a: "int32[8]", b: "int32[8]"):
    for i in range(8):
        b[i] = a[i] * 2
    s = np.int32(0)
    for j in range(8):
        s += a[j]
    return s
