# dataflow
# flatten
def k(a: "int32[8]", b: "int32[8]"):
    t = np.zeros(8, np.int32)
    for i in range(8):
        t[i] = a[i] * 2
    for j in range(8):
        b[j] = t[j]
