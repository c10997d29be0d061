# through steps
def kernel(pattern: "int32[4]", text: "int32[9]", back: "int32[4]", found: "int32[9]"):
    q = np.int32(0)
    for i in range(9):
        while q > 0 and pattern[q] != text[i]:
            q = back[q]
        if pattern[q] == text[i]:
            q += 1
        found[i] = q
