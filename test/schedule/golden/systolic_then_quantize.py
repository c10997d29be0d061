# systolic i rows=i size=2
# quantize s to=int<4>
def mv(a: "int32[6,3]", y: "int32[6]"):
    for i in range(6):
        s = np.int32(0)
        for k in range(3):
            s += a[i, k]
        y[i] = s
