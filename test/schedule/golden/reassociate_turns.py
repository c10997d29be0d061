# reassociate k 4 turns
# privatize s j
# privatize s_parts j
def k(a: "float32[8,8]", b: "float32[8,8]"):
    for i in range(8):
        for j in range(8):
            s = np.float32(0.0)
            for k in range(i, 8, 2):
                s = s + a[k, j]
            b[i, j] = s
